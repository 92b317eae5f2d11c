{#- The logarithm to the base 2, as the quotient of two natural ones where the dialect has no plain
name for it. -#}
{%- macro log2(expression) -%}{{ return(adapter.dispatch('log2', 'sqlmetrics')(expression)) }}{%- endmacro %}

{%- macro default__log2(expression) -%}
{{ sqlmetrics.ln(expression) }} / {{ sqlmetrics.ln('2') }}
{%- endmacro %}

{%- macro duckdb__log2(expression) -%}log2({{ expression }}){%- endmacro %}
