{#-
Columns of a seed as rows of text, sorted; every cell must be filled in. Without a `level` they are
value and domain; else those of a hierarchy.
-#}
{%- macro seed_rows(seed, level, where) -%}
{%- if load_relation(seed) is none -%}
{%- do sqlmetrics.fail(where ~ ": " ~ seed.identifier ~ " is not built yet; run `dbt seed`, or `dbt build`, which builds it first") -%}
{%- endif -%}
{%- set columns = adapter.get_columns_in_relation(seed) | map(attribute='name') | list -%}
{%- set picked = [] -%}
{%- if level is none -%}
{%- for wanted in ['value', 'domain'] -%}
{%- set before = picked | length -%}
{%- for column in columns -%}{%- if column | lower == wanted -%}{%- do picked.append(column) -%}{%- endif -%}{%- endfor -%}
{%- if picked | length == before -%}
{%- do sqlmetrics.fail(where ~ ": " ~ seed.identifier ~ " has no column '" ~ wanted ~ "' (its columns: " ~ columns | join(', ') ~ "); a mapping starts with the line `value,domain`, and a hierarchy needs a level: {seed: ref('" ~ seed.identifier ~ "'), level: 1}") -%}
{%- endif -%}
{%- endfor -%}
{%- elif level == 'all' -%}
{%- do picked.extend(columns) -%}
{%- elif level is not integer or level < 0 or level >= columns | length -%}
{%- do sqlmetrics.fail(where ~ ": " ~ seed.identifier ~ " has the levels 0 (the value) to " ~ (columns | length - 1) ~ ", not " ~ level) -%}
{%- else -%}
{%- do picked.extend([columns[0], columns[level]]) -%}
{%- endif -%}
{%- set texts = [] -%}
{%- for column in picked -%}{%- do texts.append(sqlmetrics.as_string(sqlmetrics.quoted(column)) ~ ' as text_' ~ loop.index) -%}{%- endfor -%}
{%- set rows = [] -%}
{%- for row in run_query('select distinct ' ~ texts | join(', ') ~ ' from ' ~ seed.render()).rows -%}
{%- set cells = row.values() | list -%}
{%- if none in cells -%}
{%- do sqlmetrics.fail(where ~ ": " ~ seed.identifier ~ " has a row without a " ~ ('value' if cells[0] is none else 'domain' if level is none else 'level') ~ (" (value '" ~ cells[0] ~ "')" if cells[0] is not none else '') ~ "; fill it in, or leave the row out and say what becomes of unmapped values: unmapped: keep, or unmapped: NAME") -%}
{%- endif -%}
{%- do rows.append(cells) -%}
{%- endfor -%}
{%- if not rows -%}{%- do sqlmetrics.fail(where ~ ": " ~ seed.identifier ~ " has no rows; give at least one value and its domain") -%}{%- endif -%}
{%- do return(rows | sort) -%}
{%- endmacro %}
