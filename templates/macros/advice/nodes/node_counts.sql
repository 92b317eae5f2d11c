{#-
The count table of one node of a lattice, from coded counts: attribute where there are several,
individual where one is named, key_1.., value_1.., records. DuckDB only.

masks       the bits of each word that the node keeps
attributes  the numbers that the plan's attributes have in the coded counts
several     whether these have several attributes
hidden      the classes that are left out: see `not_hidden`
nulls       list of {column, mask, null}: fields in which a record has no NULL
grouped     whether rows of the coded counts are added up, which are not of this node already
-#}
{%- macro node_counts(plan, coded, masks, attributes, several, hidden, nulls, grouped) -%}
{%- set conditions = [] -%}
{%- if several -%}
    {%- do conditions.append('attribute in (' ~ (attributes | join(', ') or '1') ~ ')') -%}
{%- endif -%}
{%- if hidden -%}{%- do conditions.append(sqlmetrics.not_hidden(hidden)) -%}{%- endif -%}
{%- for field in nulls -%}
    {%- do conditions.append('((coded.' ~ field.column ~ ' & ' ~ masks[field.word - 1] ~ ') & ' ~ field.mask
        ~ ') <> ' ~ field.null) -%}
{%- endfor -%}
{%- set parts = [] -%}
{%- if attributes | length > 1 -%}
{%- set numbered -%}
case attribute{% for number in attributes %} when {{ number }} then {{ loop.index }}{% endfor %} end
{%- endset -%}
{%- do parts.append((numbered, 'attribute')) -%}
{%- endif -%}
{%- if plan.individual is not none -%}{%- do parts.append(('individual', 'individual')) -%}{%- endif -%}
{%- for mask in masks -%}
    {%- do parts.append(('coded.key_' ~ loop.index ~ (' & ' ~ mask if grouped else ''),
        'key_' ~ loop.index)) -%}
{%- endfor -%}
{%- for number in attributes -%}
    {%- do parts.append(('value_' ~ number, 'value_' ~ loop.index)) -%}
{%- endfor -%}
(
    select {% for part
        in parts %}{{ part[0] }} as {{ part[1] }}, {% endfor %}{{ sqlmetrics.as_integer('sum(records)')
        if grouped else 'records' }} as records
    from {{ coded }} coded
    {%- if conditions %}
    where {{ conditions | join(' and ') }}
    {%- endif %}
    {%- if grouped %}
    group by {% for part in parts %}{{ part[0] }}{{ ', ' if not loop.last }}{% endfor %}
    {%- endif %}
)
{%- endmacro %}
