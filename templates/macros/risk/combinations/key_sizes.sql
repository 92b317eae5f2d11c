{#- The counts of a count table, and the number of values of each of its keys: counts, size_1... -#}
{%- macro key_sizes(relation, keys) -%}
select
    count(*) as {{ sqlmetrics.quoted('counts') }}
    {%- for number in range(1, keys + 1) %},
    count(distinct key_{{ number }}) + max(case when key_{{ number }} is null then 1
        else 0 end) as {{ sqlmetrics.quoted('size_' ~ number) }}
    {%- endfor %}
from {{ relation }} counted
{%- endmacro %}
