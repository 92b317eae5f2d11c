{#- The sum of doubles, with the rounding of one addition rather than of all (Kahan) where the
dialect has such a sum. -#}
{%- macro kahan_sum(expression) -%}
{{ return(adapter.dispatch('kahan_sum', 'sqlmetrics')(expression)) }}
{%- endmacro %}

{%- macro default__kahan_sum(expression) -%}sum({{ expression }}){%- endmacro %}

{%- macro duckdb__kahan_sum(expression) -%}fsum({{ expression }}){%- endmacro %}

{%- macro clickhouse__kahan_sum(expression) -%}sumKahan({{ expression }}){%- endmacro %}
