{#-
A literal of a text; quotes and all characters that the dialect takes for escapes are doubled. The
placeholder of a statement without values is as it is.
-#}
{%- macro literal(value) -%}
{{ return(value if value.placeholder is defined else adapter.dispatch('literal', 'sqlmetrics')(value)) }}
{%- endmacro %}

{%- macro default__literal(value) -%}'{{ value | string | replace("'", "''") }}'{%- endmacro %}

{#- A character of code 0 would end the statement's text in DuckDB 1.5. -#}
{%- macro duckdb__literal(value) -%}
{%- set text = value | string | replace("'", "''") -%}
{{ "('" ~ (text | replace('\u0000', "' || chr(0) || '")) ~ "')" if '\u0000' in text else "'" ~ text ~ "'" }}
{%- endmacro %}

{#- A bare literal in a common table expression has no type in Redshift. -#}
{%- macro redshift__literal(value) -%}
cast({{ sqlmetrics.compared(value) }} as varchar({{ [4 * value | string | length, 1] | max }}))
{%- endmacro %}

{%- macro mysql__literal(value) -%}
'{{ value | string | replace('\\', '\\\\') | replace("'", "''") }}'
{%- endmacro %}

{%- macro spark__literal(value) -%}
'{{ value | string | replace('\\', '\\\\') | replace("'", "\\'") }}'
{%- endmacro %}

{%- macro bigquery__literal(value) -%}
'{{ value | string | replace('\\', '\\\\') | replace("'", "\\'") | replace('\n', '\\n')
    | replace('\r', '\\r') }}'
{%- endmacro %}

{%- macro clickhouse__literal(value) -%}
'{{ value | string | replace('\\', '\\\\') | replace("'", "''") }}'
{%- endmacro %}

{%- macro snowflake__literal(value) -%}
'{{ value | string | replace('\\', '\\\\') | replace("'", "''") }}'
{%- endmacro %}

{%- macro sqlserver__literal(value) -%}N'{{ value | string | replace("'", "''") }}'{%- endmacro %}
