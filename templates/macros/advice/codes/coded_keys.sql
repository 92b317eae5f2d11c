{#- The records of each class of coded counts, in the order of its words. DuckDB only. -#}
{%- macro coded_keys(plan, coded) -%}
select {{ sqlmetrics.key_columns(plan) }}, {{ sqlmetrics.as_double('sum(records)') }} as n
from {{ coded }} coded
{%- if plan.attributes | length > 1 %}
where attribute = 1
{%- endif %}
group by {{ sqlmetrics.key_columns(plan) }}
order by {{ sqlmetrics.key_columns(plan) }}
{%- endmacro %}
