{#-
The project's node of a relation (its columns and their meta), or none; of a test's filtered
relation, the node that the test is of. Of several nodes of one table it is one that is read here.
-#}
{%- macro node_of(relation) -%}
{%- if not sqlmetrics.is_relation(relation) -%}
{%- set sources = model.get('depends_on', {}).get('nodes', []) | select('in', graph.sources) | list -%}
{%- do return(graph.nodes.get(model.get('attached_node'), graph.sources[sources[0]] if sources | length == 1 else none)) -%}
{%- endif -%}
{%- set known = (graph.nodes.values() | list) + (graph.sources.values() | list) -%}
{%- set read = model.get('depends_on', {}).get('nodes', []) -%}
{%- for node in (known | selectattr('unique_id', 'in', read) | list) + known -%}
{%- if node.config.get('materialized') == 'ephemeral' and relation.identifier == '__dbt__cte__' ~ node.name -%}
{%- do return(node) -%}
{%- elif node.resource_type in ['model', 'seed', 'snapshot', 'source'] and node.database == relation.database and node.schema == relation.schema
    and (node.identifier if node.resource_type == 'source' else node.alias) == relation.identifier -%}
{%- do return(node) -%}
{%- endif -%}
{%- endfor -%}
{%- do return(none) -%}
{%- endmacro %}
