{#-
The population of one node of a lattice, from the rows of `coded_people`: individual where one is
named, and the words that the plan has as keys. `masks` are the bits that the node keeps. DuckDB only.
-#}
{%- macro node_people(plan, people, masks) -%}
(
    select {{ 'individual, ' if plan.individual is not none }}{% for key in plan.quasi_identifiers -%}
        coded.key_{{ loop.index }} & {{ masks[loop.index0] }} as {{ sqlmetrics.quoted(key.column) }}{{ ', '
            if not loop.last }}
    {%- endfor %}
    from {{ people }} coded
)
{%- endmacro %}
