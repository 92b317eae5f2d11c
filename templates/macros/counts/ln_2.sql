{#- The nats in a bit. -#}
{%- macro ln_2() -%}
{{ sqlmetrics.ln('2') }}
{%- endmacro %}
