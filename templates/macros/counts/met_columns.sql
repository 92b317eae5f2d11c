{#-
The columns of `met` that the classes of a target need of its cells, with blanks between them.
-#}
{%- macro met_columns(plan, target, within='') -%}
{%- set words = sqlmetrics.words(sqlmetrics.class_columns(plan, target, within)) -%}
{{ 'people_here' if ' people_here ' in words }}{{ ' people_of_value people_of_table' if ' held ' in words }}
{%- endmacro %}
