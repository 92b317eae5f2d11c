{#-
The published tables that a test names, each a list of columns, once: `keys` has a list of columns for each table, or a
column for a table of it alone; a `cube` has a table for each of the combinations of its columns, down to the total.
-#}
{%- macro tables_given(keys, cube) -%}
{%- set given = [] -%}
{%- for table in sqlmetrics.as_list(keys) -%}{%- do given.append(sqlmetrics.as_list(table)) -%}{%- endfor -%}
{%- set cubed = sqlmetrics.as_list(cube) -%}
{%- if cubed | length > 8 -%}{%- do sqlmetrics.fail('a cube has a table for each combination of its columns, and takes 8 at most (found: ' ~ cubed | length ~ '); name the tables in keys') -%}{%- endif -%}
{%- if cubed -%}
{%- for left_out in range(cubed | length + 1) -%}
{%- for number in range(2 ** (cubed | length) - 1, -1, -1) -%}
{%- set table = [] -%}
{%- for column in cubed -%}{%- if (number // 2 ** loop.index0) % 2 == 0 -%}{%- do table.append(column) -%}{%- endif -%}{%- endfor -%}
{%- if table | length == cubed | length - left_out -%}{%- do given.append(table) -%}{%- endif -%}
{%- endfor -%}
{%- endfor -%}
{%- endif -%}
{%- if not given -%}{%- do sqlmetrics.fail('name the columns of each published table in keys, or the columns of a cube: keys: [[age, zip]]') -%}{%- endif -%}
{%- set tables = [] -%}
{%- set seen = [] -%}
{%- for table in given -%}
{%- if table | unique(case_sensitive=true) | list | length != table | length -%}{%- do sqlmetrics.fail('a column is named twice in a table of keys or cube: ' ~ table | join(', ')) -%}{%- endif -%}
{%- if table | sort(case_sensitive=true) not in seen -%}
{%- do seen.append(table | sort(case_sensitive=true)) -%}
{%- do tables.append(table) -%}
{%- endif -%}
{%- endfor -%}
{%- do return(tables) -%}
{%- endmacro %}
