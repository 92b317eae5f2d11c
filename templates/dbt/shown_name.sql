{#- The name of a relation in messages. -#}
{%- macro shown_name(relation) -%}
{%- set node = sqlmetrics.node_of(relation) -%}
{%- do return(relation.identifier if sqlmetrics.is_relation(relation) else node.name if node else relation) -%}
{%- endmacro %}
