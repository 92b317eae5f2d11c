{#- The statement that creates a view of a query. -#}
{%- macro created_view(name, query) -%}
create view {{ name }} as
{{ query }}
{%- endmacro %}
