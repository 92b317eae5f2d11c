{#-
The coded counts of one node, see `node_counts`, as rows of a table that coded counts may be: each
attribute keeps its number. DuckDB only.
-#}
{%- macro narrowed_counts(plan, coded, masks) -%}
{%- set several = plan.attributes | length > 1 -%}
{%- set grouped -%}
{{ 'attribute, ' if several }}{{ 'individual, ' if plan.individual is not none }}
{%- for mask in masks %}coded.key_{{ loop.index }} & {{ mask }}{{ ', ' if not loop.last }}{% endfor -%}
{%- for attribute in plan.attributes %}, value_{{ loop.index }}{% endfor -%}
{%- endset -%}
select
    {{ 'attribute, ' if several }}{{ 'individual, ' if plan.individual is not none }}
    {%- for mask in masks %}coded.key_{{ loop.index }} & {{ mask }} as key_{{ loop.index }}, {% endfor -%}
    {%- for attribute in plan.attributes %}value_{{ loop.index }}, {% endfor %}{{ sqlmetrics.as_integer('sum(records)') }} as records
from {{ coded }} coded
group by {{ grouped }}
{%- endmacro %}
