{#-
The records of each class of coded counts, in the order of its words where they are `ordered`.
DuckDB only.
-#}
{%- macro coded_keys(plan, coded, ordered) -%}
select {{ sqlmetrics.key_columns(plan) }}, {{ sqlmetrics.as_double('sum(records)') }} as n
from {{ coded }} coded
{%- if plan.attributes | length > 1 %}
where attribute = 1
{%- endif %}
group by {{ sqlmetrics.key_columns(plan) }}
{%- if ordered %}
order by {{ sqlmetrics.key_columns(plan) }}
{%- endif %}
{%- endmacro %}
