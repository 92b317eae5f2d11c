{#- The number of records of a plan's relation without a person. -#}
{%- macro event_nobodys(plan) -%}
select {{ sqlmetrics.as_integer(sqlmetrics.count_records()) }} as {{ sqlmetrics.quoted('nobodys') }}
from {{ sqlmetrics.rows(plan, []) }}
where individual is null
{%- endmacro %}
