{#-
The count table of one node of a lattice, from coded counts: attribute where there are several,
individual where one is named, key_1.., value_1.., records. DuckDB only.

masks       the bits of each word that the node keeps
attributes  the numbers that the plan's attributes have in the coded counts
several     whether these have several attributes
hidden      the classes that are left out: see `not_hidden`
nulls       list of {column, mask, null}: fields in which a record has no NULL
-#}
{%- macro node_counts(plan, coded, masks, attributes, several, hidden, nulls) -%}
{%- set conditions = [] -%}
{%- if several -%}{%- do conditions.append('attribute in (' ~ (attributes | join(', ') or '1') ~ ')') -%}{%- endif -%}
{%- if hidden -%}{%- do conditions.append(sqlmetrics.not_hidden(hidden)) -%}{%- endif -%}
{%- for field in nulls -%}{%- do conditions.append('((coded.' ~ field.column ~ ' & ' ~ masks[field.word - 1] ~ ') & ' ~ field.mask ~ ') <> ' ~ field.null) -%}{%- endfor -%}
{%- set grouped = [] -%}
{%- if attributes | length > 1 -%}
{%- set numbered -%}case attribute{% for number in attributes %} when {{ number }} then {{ loop.index }}{% endfor %} end{%- endset -%}
{%- do grouped.append((numbered, 'attribute')) -%}
{%- endif -%}
{%- if plan.individual is not none -%}{%- do grouped.append(('individual', 'individual')) -%}{%- endif -%}
{%- for mask in masks -%}{%- do grouped.append(('coded.key_' ~ loop.index ~ ' & ' ~ mask, 'key_' ~ loop.index)) -%}{%- endfor -%}
{%- for number in attributes -%}{%- do grouped.append(('value_' ~ number, 'value_' ~ loop.index)) -%}{%- endfor -%}
(
    select {% for part in grouped %}{{ part[0] }} as {{ part[1] }}, {% endfor %}{{ sqlmetrics.as_integer('sum(records)') }} as records
    from {{ coded }} coded
    {%- if conditions %}
    where {{ conditions | join(' and ') }}
    {%- endif %}
    group by {% for part in grouped %}{{ part[0] }}{{ ', ' if not loop.last }}{% endfor %}
)
{%- endmacro %}
