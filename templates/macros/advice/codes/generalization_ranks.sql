{#-
The rows of `generalized_values` with rank_0, rank_1..: the place of each level's domain among those
with the same domain one level up, from 0; on the last level from 2, since 1 is NULL and 0 the root.
DuckDB only.
-#}
{%- macro generalization_ranks(table, height) -%}
select
    coded_value, n
    {%- for level in range(height + 1) %}
    {%- set domain = 'domain_' ~ level if level else 'coded_value' %}
    {{- ', ' ~ domain if level }},
    {%- if level < height %}
    dense_rank() over (partition by domain_{{ level + 1 }} order by {{ domain }}) - 1 as rank_{{ level }}
    {%- else %}
    case when coded_value is null then 1 else dense_rank()
        over (partition by coded_value is null order by {{ domain }}) + 1 end as rank_{{ level }}
    {%- endif %}
    {%- endfor %}
from {{ table }}
{%- endmacro %}
