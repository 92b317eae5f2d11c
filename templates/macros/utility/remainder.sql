{#- What is left of a whole number, in double precision and below 2^50, divided by another; exact, and the same on every engine. -#}
{%- macro remainder(number, divisor) -%}
({{ number }}) - {{ divisor }} * floor(({{ number }}) / {{ divisor }})
{%- endmacro %}
