{#-
A hierarchy as {name, levels}, levels a list of (node, parent) per level from the values up. It is
given as ref('a_seed'), whose columns are the value and then each coarser level, or as {name, rows}.
-#}
{%- macro hierarchy_of(column, given) -%}
{%- set where = "hierarchy of '" ~ column ~ "'" -%}
{%- if sqlmetrics.is_relation(given) -%}
{%- set name = given.identifier -%}
{%- set rows = sqlmetrics.seed_rows(given, 'all', where) -%}
{%- elif given is mapping and given.name is defined and given.rows is defined -%}
{%- set name = given.name -%}
{%- set rows = given.rows -%}
{%- else -%}
{%- do sqlmetrics.fail(where ~ ": write ref('a_seed') whose columns are the value and each coarser level, or {name: .., rows: [[value, level 1, ..], ..]}") -%}
{%- endif -%}
{%- set levels = [] -%}
{%- for level in range(rows[0] | length - 1) -%}
{%- set pairs = [] -%}
{%- for row in rows -%}
{%- if row | length != rows[0] | length -%}{%- do sqlmetrics.fail(where ~ ": every row needs the same number of levels") -%}{%- endif -%}
{%- do pairs.append([row[level], row[level + 1]]) -%}
{%- endfor -%}
{%- do levels.append(sqlmetrics.mapping_of(pairs, where ~ ', level ' ~ (level + 1)).items() | list) -%}
{%- endfor -%}
{%- set roots = rows | map('last') | unique(case_sensitive=true) | list -%}
{%- if not levels or roots | length > 1 -%}
{%- do sqlmetrics.fail(where ~ ": the last level has " ~ roots | length ~ " values, " ~ roots[0] ~ " and others; add a level with one, such as *") -%}
{%- endif -%}
{%- do return({'name': name, 'levels': levels}) -%}
{%- endmacro %}
