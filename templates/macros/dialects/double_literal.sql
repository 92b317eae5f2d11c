{#-
A number in double precision from its text, which is Infinity or -Infinity for those without a
bound.
-#}
{%- macro double_literal(text) -%}
{{ return(adapter.dispatch('double_literal', 'sqlmetrics')(text)) }}
{%- endmacro %}

{%- macro default__double_literal(text) -%}{{ sqlmetrics.as_double("'" ~ text ~ "'") }}{%- endmacro %}

{#-
Without an exponent it would be a decimal; a statement of hundreds of these is parsed in half the
time of casts.
-#}
{%- macro duckdb__double_literal(text) -%}
{{ sqlmetrics.as_double("'" ~ text ~ "'") if 'Infinity' in text else text if 'e' in text else text ~ 'e0' }}
{%- endmacro %}

{#- A literal that is too large for a double is infinite, but the text of it would be 0. -#}
{%- macro sqlite__double_literal(text) -%}
{{ text | replace('Infinity', '9e999') if 'Infinity' in text else sqlmetrics.as_double("'" ~ text ~ "'") }}
{%- endmacro %}

{%- macro oracle__double_literal(text) -%}
{{ text | replace('Infinity', 'binary_double_infinity') if 'Infinity' in text
    else sqlmetrics.as_double("'" ~ text ~ "'") }}
{%- endmacro %}
