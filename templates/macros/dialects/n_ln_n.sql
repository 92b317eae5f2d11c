{#- n ln n of a count, in double precision. -#}
{%- macro n_ln_n(count) -%}{{ return(adapter.dispatch('n_ln_n', 'sqlmetrics')(count)) }}{%- endmacro %}

{%- macro default__n_ln_n(count) -%}
{{ sqlmetrics.as_double(count) }} * {{ sqlmetrics.ln(sqlmetrics.as_double(count)) }}
{%- endmacro %}

{#- The largest of no counts is 0 there, and NaN is no whole number. -#}
{%- macro clickhouse__n_ln_n(count) -%}
{{ sqlmetrics.as_double(count) }} * {{ sqlmetrics.ln('greatest(' ~ sqlmetrics.as_double(count) ~ ', 1)') }}
{%- endmacro %}

{#- Its logarithm of a whole number is in double precision, and each cast takes time to plan. -#}
{%- macro duckdb__n_ln_n(count) -%}{{ count }} * {{ sqlmetrics.ln(count) }}{%- endmacro %}
