{#- A value as text, the form in which mappings name it; compared byte by byte. -#}
{%- macro as_string(expression) -%}
{{ return(adapter.dispatch('as_string', 'sqlmetrics')(expression)) }}
{%- endmacro %}

{%- macro default__as_string(expression) -%}cast({{ expression }} as varchar){%- endmacro %}

{%- macro postgres__as_string(expression) -%}cast({{ expression }} as text){%- endmacro %}

{%- macro redshift__as_string(expression) -%}cast({{ expression }} as varchar(65535)){%- endmacro %}

{%- macro mysql__as_string(expression) -%}
cast({{ expression }} as char character set utf8mb4) collate utf8mb4_0900_bin
{%- endmacro %}

{%- macro mariadb__as_string(expression) -%}
cast({{ expression }} as char character set utf8mb4) collate utf8mb4_nopad_bin
{%- endmacro %}

{%- macro spark__as_string(expression) -%}cast({{ expression }} as string){%- endmacro %}

{%- macro bigquery__as_string(expression) -%}cast({{ expression }} as string){%- endmacro %}

{%- macro clickhouse__as_string(expression) -%}cast({{ expression }} as Nullable(String)){%- endmacro %}

{%- macro sqlserver__as_string(expression) -%}
cast({{ expression }} as nvarchar(4000)) collate Latin1_General_100_BIN2
{%- endmacro %}

{%- macro oracle__as_string(expression) -%}cast({{ expression }} as varchar2(4000)){%- endmacro %}
