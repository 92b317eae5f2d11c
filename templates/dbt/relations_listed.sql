{#- One relation, or several, as a list. -#}
{%- macro relations_listed(given) -%}
{%- do return(sqlmetrics.as_list([given] if sqlmetrics.is_relation(given) else given)) -%}
{%- endmacro %}
