{#-
Whether a class fails a condition: {metric, operator, limit, fails}, as `screened_nodes` has it.
-#}
{%- macro failing_condition(plan, condition) -%}
{%- set value = sqlmetrics.measured(plan, condition.metric) -%}
({{ value }}) {{ condition.operator }} {{ sqlmetrics.double_literal(condition.limit) }}{{ ' or (' ~ value
    ~ ') is null' if condition.fails }}
{%- endmacro %}
