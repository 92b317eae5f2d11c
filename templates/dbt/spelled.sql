{#-
The columns as the database spells them, by the names that the project gives; a missing column is an
error. Where the relation is not built yet (`dbt compile`), or is ephemeral, the names are taken as
they are.
-#}
{%- macro spelled(relation, names) -%}
{%- set found = {} -%}
{%- set node = sqlmetrics.node_of(relation) -%}
{%- if sqlmetrics.is_relation(relation) -%}
{%- set built = not relation.is_cte and load_relation(relation) is not none -%}
{%- else -%}
{%- set built = node is none or load_relation(api.Relation.create(database=node.database, schema=node.schema, identifier=node.identifier if node.resource_type == 'source' else node.alias)) is not none -%}
{%- endif -%}
{%- if not built -%}
{%- for name in names -%}{%- do found.update({name: name}) -%}{%- endfor -%}
{%- do return(found) -%}
{%- endif -%}
{%- set columns = get_columns_in_query('select * from ' ~ relation) -%}
{%- for name in names -%}
{%- set alike = [] -%}
{%- for column in columns -%}{%- if column | lower == name | lower -%}{%- do alike.append(column) -%}{%- endif -%}{%- endfor -%}
{%- if name in columns -%}
{%- do found.update({name: name}) -%}
{%- elif alike | length == 1 -%}
{%- do found.update({name: alike[0]}) -%}
{%- else -%}
{%- do sqlmetrics.fail((relation.identifier if sqlmetrics.is_relation(relation) else node.name if node else relation) ~ " has no column '" ~ name ~ "'; its columns: " ~ columns | join(', ')) -%}
{%- endif -%}
{%- endfor -%}
{%- do return(found) -%}
{%- endmacro %}
