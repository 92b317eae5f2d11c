{#-
The members of a target's cells as text of a FROM clause: the relation `origin`, a row for each
individual and cell, `picked` by a clause. The columns in `wanted` are 1 in the first of a person's
rows, else 0, so that their sums are people: people_here of a class, people_of_value of a value,
people_of_table of all.
-#}
{%- macro met(plan, origin, columns, value, records, wanted, picked='', within='') -%}
{%- set individual = sqlmetrics.window_key('individual') -%}
{%- set apart = within ~ sqlmetrics.slice_columns(plan, true) -%}
{%- set parts = {
    'people_here': within ~ individual ~ ', ' ~ sqlmetrics.window_keys(plan),
    'people_of_value': apart ~ individual ~ ', ' ~ sqlmetrics.window_key(value),
    'people_of_table': apart ~ individual,
} -%}
{%- set lines = [] -%}
{%- for column in columns -%}{%- do lines.append([column]) -%}{%- endfor -%}
{%- for name in wanted -%}
    {%- do lines.append(['case when row_number() over (partition by ' ~ parts[name] ~ ' order by ' ~ records
        ~ ') = 1\n                then 1 else 0 end as ' ~ name]) -%}
{%- endfor -%}
{%- if wanted -%}
(
        select {{ sqlmetrics.listed_columns(lines, '            ') }}
        from {{ origin }}{{ picked }}
    ) met
{%- else -%}
{{ origin ~ picked }}
{%- endif -%}
{%- endmacro %}
