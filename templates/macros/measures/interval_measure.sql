{#-
One part of a measure of attacks: its value, an end of its interval (low, high), or the reason why
it is NULL.

reasons    condition -> reason: where the measure is NULL, and why
low, high  expressions of the ends; none where it has no interval
-#}
{%- macro interval_measure(part, value, reasons, low=none, high=none) -%}
{%- if part == 'reason' -%}
case{% for condition, reason
    in reasons.items() %}
        when {{ condition }} then {{ sqlmetrics.literal(reason) }}{% endfor %}{{ " when 1 = 0 then ''"
            if not reasons }} end
{%- else -%}
{%- set expression = {'value': value, 'low': low, 'high': high}[part] or sqlmetrics.as_double('null') -%}
{%- if reasons -%}
case{% for condition in reasons %} when {{ condition }} then null{% endfor %} else {{ expression }} end
{%- else -%}
{{ expression }}
{%- endif -%}
{%- endif -%}
{%- endmacro %}
