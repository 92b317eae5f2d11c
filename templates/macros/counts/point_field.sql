{#- A value of a point as one field of a CSV line; negative zero, which groups with zero, is zero. -#}
{%- macro point_field(value) -%}
{%- set text = sqlmetrics.as_string(value) -%}
case when {{ text }} = '-0' then '0' when {{ text }} = '-0.0' then '0.0'
{{- ' ' }}else {{ sqlmetrics.csv_field(value) }} end
{%- endmacro %}
