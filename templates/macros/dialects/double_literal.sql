{#- A number in double precision from its text. -#}
{%- macro double_literal(text) -%}{{ return(adapter.dispatch('double_literal', 'sqlmetrics')(text)) }}{%- endmacro %}

{%- macro default__double_literal(text) -%}{{ sqlmetrics.as_double("'" ~ text ~ "'") }}{%- endmacro %}

{#-
Without an exponent it would be a decimal; a statement of hundreds of these is parsed in half the
time of casts.
-#}
{%- macro duckdb__double_literal(text) -%}{{ text if 'e' in text else text ~ 'e0' }}{%- endmacro %}
