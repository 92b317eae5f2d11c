{#- n ln n of a count, in double precision. -#}
{%- macro n_ln_n(count) -%}
{{ sqlmetrics.as_double(count) }} * {{ sqlmetrics.ln(sqlmetrics.as_double(count)) }}
{%- endmacro %}
