{#- A branch of a CASE, on two lines where it has no room on one. -#}
{%- macro when_then(condition, result) -%}
when {{ condition }}{{ '\n                ' if condition | length + result | length > 84
    else ' ' }}then {{ result }}
{%- endmacro %}
