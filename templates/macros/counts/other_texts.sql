{#-
The records of a relation in which a column's text is longer than a year, and not written as
2026-11-23, or 2026-11-23 10:15 for its hour, where a partition keeps a part of dates: one row, with a number
for each of the columns, which come with what is kept.
-#}
{%- macro other_texts(relation, columns) -%}
{%- set forms = {
    'hour': ['____-__-__ __', '____-__-__ __:%', '____-__-__T__', '____-__-__T__:%'],
    'day': ['____-__-__%'],
    'week': ['____-__-__%'],
    'month': ['____-__%'],
    'year': ['____-%'],
    'decade': ['____-%'],
} -%}
select
{%- for name, part in columns %}
    {%- set text = sqlmetrics.as_string('source.' ~ sqlmetrics.quoted(name)) %}
    coalesce(sum(case when {{ text }} like '_____%'{% for form in forms[part] %} and {{ text }} not like '{{ form }}'{% endfor %} then 1 else 0 end), 0){{ ',' if not loop.last }}
{%- endfor %}
from {{ relation }} source
{%- endmacro %}
