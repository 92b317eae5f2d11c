{#- The statement that creates a table macro, whose query is in `parts` around each place of its relation. -#}
{%- macro installed_macro(name, parts, columns, tag) -%}
create macro {{ name }}(relation) as table
{{ parts | join('query_table(relation)') }}
{%- endmacro %}
