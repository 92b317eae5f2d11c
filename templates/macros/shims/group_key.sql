{#- An expression to group by that keeps 'a', 'A' and 'a ' apart on engines whose collation folds them. -#}
{%- macro group_key(expression) -%}{{ return(adapter.dispatch('group_key', 'sqlmetrics')(expression)) }}{%- endmacro %}

{%- macro default__group_key(expression) -%}{{ expression }}{%- endmacro %}
