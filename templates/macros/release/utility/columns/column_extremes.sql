{#-
The records of a relation, and of each column the least and the largest value: one row, one read.
-#}
{%- macro column_extremes(relation, columns) -%}
select
    {{ sqlmetrics.count_records() }} as all_records
    {%- for column in columns %},
    min({{ 'source.' ~ sqlmetrics.quoted(column) }}) as least_{{ loop.index }}, max({{ 'source.'
        ~ sqlmetrics.quoted(column) }}) as largest_{{ loop.index }}
    {%- endfor %}
from {{ relation }} source
{%- endmacro %}
