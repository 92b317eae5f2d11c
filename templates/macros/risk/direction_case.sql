{#- The direction of a row's metric. -#}
{%- macro direction_case(plan) -%}
{%- set directions = plan.metrics | map(attribute='direction') | unique | list -%}
{%- if directions | length == 1 -%}
{{ sqlmetrics.literal(directions[0]) }}
{%- else -%}
{%- set row = namespace(length=22, text='') -%}
{%- for metric in plan.metrics if metric.direction == 'higher is safer' -%}
{%- set name = sqlmetrics.compared(metric.name) ~ (', ' if not loop.last) -%}
{%- if row.length + name | length > 108 -%}
    {%- set row.text = (row.text | trim) ~ '\n        ' -%}{%- set row.length = 8 -%}
{%- endif -%}
{%- set row.text = row.text ~ name -%}{%- set row.length = row.length + name | length -%}
{%- endfor -%}
case when metric in ({{ row.text }})
        then {{ sqlmetrics.literal('higher is safer') }}
        else {{ sqlmetrics.literal('higher is riskier') }} end
{%- endif -%}
{%- endmacro %}
