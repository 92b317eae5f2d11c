{#- The number of a target as a text that sorts as numbers do. -#}
{%- macro target_digits(plan, number) -%}
{{ '0' if number < 10 and plan.targets | length > 10 }}{{ number }}
{%- endmacro %}
