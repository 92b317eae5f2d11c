{#-
A group key of one of two relations, as the key of the other compares with it: a text, but where the
dialect finds a common type for both.
-#}
{%- macro union_key(expression) -%}
{{ return(adapter.dispatch('union_key', 'sqlmetrics')(expression)) }}
{%- endmacro %}

{%- macro default__union_key(expression) -%}{{ sqlmetrics.as_string(expression) }}{%- endmacro %}

{%- macro duckdb__union_key(expression) -%}{{ expression }}{%- endmacro %}
