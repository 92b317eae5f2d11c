{#-
A literal of a text beside a column that has a type, as `literal`; Redshift's needs no cast there.
It reads a backslash as an escape.
-#}
{%- macro compared(value) -%}
{{ return(value if value.placeholder is defined else adapter.dispatch('compared', 'sqlmetrics')(value)) }}
{%- endmacro %}

{%- macro default__compared(value) -%}{{ sqlmetrics.literal(value) }}{%- endmacro %}

{%- macro redshift__compared(value) -%}
'{{ value | string | replace('\\', '\\\\') | replace("'", "''") }}'
{%- endmacro %}
