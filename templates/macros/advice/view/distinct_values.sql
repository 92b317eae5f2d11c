{#- The number of values of each of a relation's columns, empty ones aside: one row. -#}
{%- macro distinct_values(relation, columns) -%}
select
    {%- for column in columns %}
    count(distinct source.{{ sqlmetrics.quoted(column) }}) as values_{{ loop.index }}{{ ','
        if not loop.last }}
    {%- endfor %}
from {{ relation }} source
{%- endmacro %}
