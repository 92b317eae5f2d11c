{#- A number in double precision from an expression of its text, as `double_literal` takes it. -#}
{%- macro double_of_text(text) -%}
{{ return(adapter.dispatch('double_of_text', 'sqlmetrics')(text)) }}
{%- endmacro %}

{%- macro default__double_of_text(text) -%}{{ sqlmetrics.as_double(text) }}{%- endmacro %}

{%- macro sqlite__double_of_text(text) -%}
case {{ text }} when 'Infinity' then 9e999 when '-Infinity' then -9e999
    else {{ sqlmetrics.as_double(text) }} end
{%- endmacro %}

{%- macro oracle__double_of_text(text) -%}
case {{ text }} when 'Infinity' then binary_double_infinity when '-Infinity' then -binary_double_infinity
    else {{ sqlmetrics.as_double(text) }} end
{%- endmacro %}
