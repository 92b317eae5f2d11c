{#-
One query of a workload as a person would send it: a measure under conditions. plan is {relation,
measure, column, conditions}; a condition is {column, value} or {column, low, high}, each text
already a literal of the dialect.
-#}
{%- macro single_query(plan) -%}
{%- set name = 'source.' ~ sqlmetrics.quoted(plan.column) if plan.column is not none else '' -%}
select
{%- if plan.measure == 'records' %} {{ sqlmetrics.count_records() }}
{%- elif plan.measure == 'individuals' %} count(distinct {{ name }})
{%- elif plan.measure == 'average' %} avg({{ sqlmetrics.as_double(name) }})
{%- else %} {{ plan.measure }}({{ sqlmetrics.as_double(name) if plan.measure == 'sum' else name }})
{%- endif %} as answer
from {{ plan.relation }} source
where {% for condition in plan.conditions -%}
{%- set column = 'source.' ~ sqlmetrics.quoted(condition.column) -%}
{{ column ~ ' = ' ~ condition.value if 'value' in condition
    else (column ~ ' >= ' ~ condition.low ~ ' and ' if condition.low is not none else '')
    ~ (column ~ ' < ' ~ condition.high if condition.high is not none
    else column ~ ' >= ' ~ condition.low) }}{{ ' and ' if not loop.last }}
{%- endfor %}
{%- endmacro %}
