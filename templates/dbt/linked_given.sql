{#-
The tables of people for the macros of `linked`, {tables, secrets}, the main one first, from their names with relation,
key, columns and partitions; `linked_entries` of the Python package makes the same. Fails where they cannot be linked.
-#}
{%- macro linked_given(tables, sensitive=none) -%}
{%- if tables is not mapping or 'main' not in tables -%}
{%- do sqlmetrics.fail("tables are names with the relation and the key of each, and main has a row for each person: tables={'main': {'relation': ref('patients'), 'key': 'id'}, 'visits': {'relation': ref('visits'), 'key': 'patient', 'columns': 'ward'}}") -%}
{%- elif tables | length > 20 -%}
{%- do sqlmetrics.fail(tables | length ~ ' tables are too many; name 20 at most') -%}
{%- endif -%}
{%- set names = ['main'] + (tables.keys() | reject('equalto', 'main') | list) -%}
{%- set linked = {'tables': [], 'secrets': []} -%}
{%- for name in names -%}
{%- set table = tables[name] -%}
{%- for word in (table if table is mapping else []) if word not in ['relation', 'key', 'columns', 'partitions'] -%}
{%- do sqlmetrics.fail("table '" ~ name ~ "': '" ~ word ~ "' is unknown; a table has relation, key, columns and partitions") -%}
{%- endfor -%}
{%- if table is not mapping or not sqlmetrics.is_relation(table.relation) -%}
{%- do sqlmetrics.fail("table '" ~ name ~ "': its relation is a ref() or source(), so that dbt builds it first") -%}
{%- endif -%}
{%- set key = sqlmetrics.as_list(table.key) -%}
{%- set columns = sqlmetrics.as_list(table.columns) -%}
{%- if not key -%}{%- do sqlmetrics.fail("table '" ~ name ~ "': name the column, or columns, that say whose a row is: key: patient") -%}{%- endif -%}
{%- set of_main = sqlmetrics.as_list(tables.main.key) -%}
{%- if key | length != of_main | length -%}
{%- do sqlmetrics.fail('the key of ' ~ name ~ ' has ' ~ key | length ~ ' columns and the key of main ' ~ of_main | length ~ ': name the columns of both in the same order') -%}
{%- endif -%}
{%- set secrets = sqlmetrics.as_list(sensitive) if name == 'main' else [] -%}
{%- for column in columns + secrets if column in key or (columns + secrets) | select('equalto', column) | list | length > 1 -%}
{%- do sqlmetrics.fail("'" ~ column ~ "' of " ~ name ~ (' is its key, which says whose a row is' if column in key else ' is there twice') ~ ': name it once') -%}
{%- endfor -%}
{%- for column in secrets if column | lower in ['person', 'table', 'value'] -%}
{%- do sqlmetrics.fail("a sensitive column named '" ~ column ~ "' cannot be told from the points' column of that name; rename it in a model") -%}
{%- endfor -%}
{%- set spelled = sqlmetrics.spelled(table.relation, key + columns + secrets) -%}
{%- set partitions = sqlmetrics.paired_grids(table.partitions) -%}
{%- for column in partitions if column not in columns -%}
{%- do sqlmetrics.fail(name ~ " has a partition of '" ~ column ~ "', which is none of its columns: name it there") -%}
{%- endfor -%}
{%- set keys = [] -%}
{%- for column in columns -%}
{%- set recoding = sqlmetrics.recoding(column, partitions.get(column)) -%}
{%- if recoding and recoding.unmapped == 'error' -%}
{%- do sqlmetrics.fail("partition of '" ~ column ~ "' in " ~ name ~ ': say what becomes of values without a domain, by unmapped: keep or unmapped: NAME') -%}
{%- elif recoding and recoding.kind == 'grid' and recoding.grid.neighbours -%}
{%- do sqlmetrics.fail("neighbours of '" ~ column ~ "' in " ~ name ~ ': rows of tables are counted as they are; leave it out') -%}
{%- endif -%}
{%- do keys.append({'number': loop.index, 'column': spelled[column], 'name': sqlmetrics.csv_name(column), 'alias': spelled[column] if sqlmetrics.own_name(spelled[column], true) else none, 'recoding': recoding}) -%}
{%- endfor -%}
{%- set kept = [] -%}
{%- for column in key -%}{%- do kept.append(spelled[column]) -%}{%- endfor -%}
{%- for column in secrets -%}{%- do linked.secrets.append(spelled[column]) -%}{%- endfor -%}
{%- do linked.tables.append({'name': name, 'key': kept, 'plan': {'relation': sqlmetrics.from_text(table.relation), 'quasi_identifiers': keys, 'suppressed': [], 'individual': none}}) -%}
{%- endfor -%}
{%- do return(linked) -%}
{%- endmacro %}
