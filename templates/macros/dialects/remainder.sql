{#- The remainder of a whole number after division, in double precision, which is exact to 2^53. -#}
{%- macro remainder(number, divisor) -%}
(({{ number }}) - {{ divisor }} * floor(({{ number }}) / {{ sqlmetrics.as_double(divisor) }}))
{%- endmacro %}
