{#-
The text of one character by its code. A line end within a literal would be another one once an
editor or a console has changed the line ends of a statement.
-#}
{%- macro character(code) -%}
{{ return(adapter.dispatch('character', 'sqlmetrics')(code)) }}
{%- endmacro %}

{%- macro default__character(code) -%}chr({{ code }}){%- endmacro %}

{%- macro sqlite__character(code) -%}char({{ code }}){%- endmacro %}

{%- macro clickhouse__character(code) -%}char({{ code }}){%- endmacro %}

{%- macro mysql__character(code) -%}char({{ code }}){%- endmacro %}

{%- macro sqlserver__character(code) -%}nchar({{ code }}){%- endmacro %}
