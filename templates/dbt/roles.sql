{#-
The roles of a relation's columns by their meta, `sqlmetrics: {role: quasi_identifier, partition:
..}` or `{role: identifier, reason: ..}`: {quasi_identifiers, sensitive, individual, identifiers,
ignored, partitions}. Identifiers and ignored columns are mappings to the reason of each, or none.
-#}
{%- macro roles(relation) -%}
{%- set found = {'quasi_identifiers': [], 'sensitive': [], 'individual': [], 'identifiers': {}, 'ignored': {}, 'partitions': {}} -%}
{%- set places = {'quasi_identifier': 'quasi_identifiers', 'sensitive': 'sensitive', 'individual': 'individual', 'identifier': 'identifiers', 'ignored': 'ignored'} -%}
{%- set node = sqlmetrics.node_of(relation) -%}
{%- for column in (node.columns.values() if node else []) -%}
{%- set said = (column.get('config') or {}).get('meta', {}).get('sqlmetrics') or column.get('meta', {}).get('sqlmetrics') -%}
{%- if said -%}
{%- if said is not mapping or said.get('role') not in places -%}
{%- do sqlmetrics.fail("the meta of column '" ~ column.name ~ "' of " ~ node.name ~ " has no role that is known; write sqlmetrics: {role: quasi_identifier}, or sensitive, individual, identifier or ignored") -%}
{%- endif -%}
{%- if said.role in ['identifier', 'ignored'] -%}
{%- do found[places[said.role]].update({column.name: said.get('reason')}) -%}
{%- else -%}
{%- do found[places[said.role]].append(column.name) -%}
{%- endif -%}
{%- if said.get('partition') is not none -%}{%- do found.partitions.update({column.name: said.partition}) -%}{%- endif -%}
{%- endif -%}
{%- endfor -%}
{%- if found.individual | length > 1 -%}
{%- do sqlmetrics.fail(node.name ~ " has more than one column with the role individual in its meta: " ~ found.individual | join(', ')) -%}
{%- endif -%}
{%- do found.update({'individual': found.individual[0] if found.individual else none}) -%}
{%- do return(found) -%}
{%- endmacro %}
