{#-
The project's node of a relation (its columns and their meta), or none; of a test's filtered
relation, the node that the test is of. Of several nodes of one table it is one that is read here.
-#}
{%- macro node_of(relation) -%}
{#- In a unit test there is no graph, and in an audit of SQLMesh no model. -#}
{%- set nodes = graph.get('nodes', {}) -%}
{%- set sources = graph.get('sources', {}) -%}
{%- set asked = model if model is defined else {} -%}
{%- set read = asked.get('depends_on', {}).get('nodes', []) -%}
{%- if not sqlmetrics.is_relation(relation) -%}
{%- set of_sources = read | select('in', sources) | list -%}
{%- do return(nodes.get(asked.get('attached_node'), sources[of_sources[0]] if of_sources | length == 1 else none)) -%}
{%- endif -%}
{%- set known = (nodes.values() | list) + (sources.values() | list) -%}
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
