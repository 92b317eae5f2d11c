{#- The nats in a bit. -#}
{%- macro ln_2() -%}
{{ sqlmetrics.ln(sqlmetrics.as_double('2')) }}
{%- endmacro %}
