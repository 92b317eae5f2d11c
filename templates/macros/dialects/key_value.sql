{#-
A group key as a value that leaves the database, where the key is not the text or value itself.
-#}
{%- macro key_value(expression) -%}
{{ return(adapter.dispatch('key_value', 'sqlmetrics')(expression)) }}
{%- endmacro %}

{%- macro default__key_value(expression) -%}{{ expression }}{%- endmacro %}

{%- macro sqlserver__key_value(expression) -%}{{ sqlmetrics.as_string(expression) }}{%- endmacro %}
