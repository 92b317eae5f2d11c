{#-
The records of a relation in which a column's text is longer than a year, and not written as
2026-11-23, where a partition keeps the month or the year of dates: one row, with a number for each
of the columns, which come with what is kept.
-#}
{%- macro other_texts(relation, columns) -%}
select
{%- for name, part in columns %}
    {%- set text = sqlmetrics.as_string('source.' ~ sqlmetrics.quoted(name)) %}
    coalesce(sum(case when {{ text }} like '_____%' and {{ text }} not like '{{ '____-__%' if part == 'month' else '____-%' }}' then 1 else 0 end), 0){{ ',' if not loop.last }}
{%- endfor %}
from {{ relation }} source
{%- endmacro %}
