{#-
Whether a value is the negative zero of floats, which groups with zero but has another text; empty
where the dialect has no such text.
-#}
{%- macro negative_zero(expression) -%}
{{ return(adapter.dispatch('negative_zero', 'sqlmetrics')(expression)) }}
{%- endmacro %}

{%- macro default__negative_zero(expression) -%}{%- endmacro %}

{%- macro duckdb__negative_zero(expression) -%}
typeof({{ expression }}) in ('DOUBLE', 'FLOAT') and {{ sqlmetrics.as_string(expression) }} = '-0.0'
{%- endmacro %}
