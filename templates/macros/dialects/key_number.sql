{#- A group key as the number that it stands for, where a key is not of its column's type. -#}
{%- macro key_number(expression) -%}
{{ return(adapter.dispatch('key_number', 'sqlmetrics')(expression)) }}
{%- endmacro %}

{%- macro default__key_number(expression) -%}{{ expression }}{%- endmacro %}

{%- macro sqlserver__key_number(expression) -%}
try_cast(cast({{ expression }} as nvarchar(4000)) as float(53))
{%- endmacro %}
