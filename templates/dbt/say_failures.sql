{#-
Prints the scores and thresholds, or the columns, up to ten of a test, of the tests of this package
that failed or warned, for `on-run-end`, whose `results` it takes; dbt itself says only how many rows a test has.
It reads the stored failures of a test, or else asks its query again.
-#}
{%- macro say_failures(results) -%}
{%- if execute -%}
{%- for result in results if result.node.resource_type == 'test' and result.status | string in ['fail', 'warn'] -%}
{%- set node = result.node -%}
{%- if node.test_metadata and node.test_metadata.namespace == 'sqlmetrics' -%}
{%- set query = 'select * from ' ~ node.relation_name if node.config.store_failures and node.relation_name else node.compiled_code -%}
{%- set found = run_query(query) -%}
{%- set rows = found.rows | list -%}
{%- do print('sqlmetrics: ' ~ node.name) -%}
{%- for row in rows[:10] -%}
{%- if found.column_names | length == 2 -%}
{%- do print('  ' ~ row[0] ~ ': ' ~ row[1]) -%}
{%- else -%}
{%- set named = row[0] ~ ' of ' ~ row[1] ~ (' as ' ~ row[2] if row[2] is not none else '') ~ (' in slice ' ~ row[3] if row[3] is not none else '') ~ (' to ' ~ row[8] if found.column_names | length > 8 and row[8] is not none else '') -%}
{%- set score = 'undefined' if row[5] is none else '%.6g' | format(row[5]) -%}
{%- do print('  ' ~ named ~ ' is ' ~ score ~ ', its limit ' ~ '%.6g' | format(row[6]) ~ ': ' ~ row[7]) -%}
{%- endif -%}
{%- endfor -%}
{%- if rows | length > 10 -%}{%- do print('  and ' ~ (rows | length - 10) ~ ' more') -%}{%- endif -%}
{%- endif -%}
{%- endfor -%}
{%- endif -%}
{%- endmacro %}
