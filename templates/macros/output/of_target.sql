{#- The condition that a row with the columns target and partition belongs to a target. -#}
{%- macro of_target(target, partition) -%}
{{ sqlmetrics.quoted('target') }} = {{ sqlmetrics.literal(target) }} and {{ sqlmetrics.quoted('partition') }}
{{- ' is null' if partition is none else ' = ' ~ sqlmetrics.literal(partition) }}
{%- endmacro %}
