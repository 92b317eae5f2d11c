{#- Whether a target's classes are compared with the table, as `yes` or nothing. -#}
{%- macro is_compared(plan, target) -%}
{%- set words = sqlmetrics.words(sqlmetrics.class_columns(plan, target) | replace(' ;\n', ' ')) -%}
{{ 'yes' if ' q ' in words or ' h_q ' in words or ' n_x ' in words }}
{%- endmacro %}
