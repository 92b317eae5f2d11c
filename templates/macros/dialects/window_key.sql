{#-
A value that partitions a window, where the dialect does not accept every type that it groups by.
-#}
{%- macro window_key(expression) -%}
{{ return(adapter.dispatch('window_key', 'sqlmetrics')(expression)) }}
{%- endmacro %}

{%- macro default__window_key(expression) -%}{{ expression }}{%- endmacro %}

{%- macro bigquery__window_key(expression) -%}{{ sqlmetrics.as_string(expression) }}{%- endmacro %}
