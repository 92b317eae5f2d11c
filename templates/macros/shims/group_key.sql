{#- An expression to group by that keeps 'a', 'A' and 'a ' apart on engines whose collation folds them. -#}
{%- macro group_key(expression) -%}{{ return(adapter.dispatch('group_key', 'sqlmetrics')(expression)) }}{%- endmacro %}

{%- macro default__group_key(expression) -%}{{ expression }}{%- endmacro %}

{%- macro mysql__group_key(expression) -%}{{ sqlmetrics.as_string(expression) }}{%- endmacro %}

{%- macro sqlserver__group_key(expression) -%}cast(cast({{ expression }} as nvarchar(4000)) as varbinary(8000)){%- endmacro %}
