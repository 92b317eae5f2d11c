{#-
The names of a relation's columns as the database spells them, or none where it is not built yet
(`dbt compile`), or is ephemeral.
-#}
{%- macro columns_of(relation) -%}
{%- set node = sqlmetrics.node_of(relation) -%}
{%- if sqlmetrics.is_relation(relation) -%}
{%- set built = not relation.is_cte and load_relation(relation) is not none -%}
{%- else -%}
{%- set built = node is none or load_relation(api.Relation.create(database=node.database, schema=node.schema, identifier=node.identifier if node.resource_type == 'source' else node.alias)) is not none -%}
{%- endif -%}
{%- do return(get_columns_in_query('select * from ' ~ relation) if built else none) -%}
{%- endmacro %}
