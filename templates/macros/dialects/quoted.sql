{#- An identifier, spelled exactly as the catalogue spells it. -#}
{%- macro quoted(name) -%}{{ return(adapter.dispatch('quoted', 'sqlmetrics')(name)) }}{%- endmacro %}

{%- macro default__quoted(name) -%}"{{ name | replace('"', '""') }}"{%- endmacro %}

{%- macro mysql__quoted(name) -%}`{{ name | replace('`', '``') }}`{%- endmacro %}

{%- macro spark__quoted(name) -%}`{{ name | replace('`', '``') }}`{%- endmacro %}

{%- macro bigquery__quoted(name) -%}
`{{ name | replace('\\', '\\\\') | replace('`', '\\`') | replace('\n', '\\n') }}`
{%- endmacro %}

{%- macro clickhouse__quoted(name) -%}
"{{ name | replace('\\', '\\\\') | replace('"', '\\"') }}"
{%- endmacro %}

{%- macro sqlserver__quoted(name) -%}[{{ name | replace(']', ']]') }}]{%- endmacro %}
