{#- A carried measure of a target that is `compared`: of the pass that has its last word. -#}
{%- macro compared_column(column) -%}
{%- if column.endswith('_class_distance') -%}
coalesce(compared_{{ column }}, {{ column }}) as {{ column }}
{%- elif column.endswith('_class_recursion') -%}
compared_{{ column }} as {{ column }}
{%- else -%}
{{ column }}
{%- endif -%}
{%- endmacro %}
