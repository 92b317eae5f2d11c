{#-
The people of several tables, a row for each table with its `place`: its records, the records without
a person or of a person whom the `main` table lacks, and the people of that table who have a record.
The last row is about the points of all tables that have some.
-#}
{%- macro linked_extent(tables, main, pointed) -%}
{%- for place in range(tables | length + 1) %}
{%- set whole = loop.last -%}
{{ 'union all\n' if not loop.first -}}
select {{ place }} as {{ sqlmetrics.quoted('place') }},
    {{ sqlmetrics.count_records() }} as {{ sqlmetrics.quoted('records') }},
    {{ sqlmetrics.as_integer('coalesce(sum(case when rows_there.person is null then 1 else 0 end), 0)') }} as {{
        sqlmetrics.quoted('nobodys') }},
    {{ sqlmetrics.as_integer('coalesce(sum(case when rows_there.person is not null and people.person is null'
        ~ ' then 1 else 0 end), 0)') }} as {{ sqlmetrics.quoted('orphans') }},
    count(distinct people.person) as {{ sqlmetrics.quoted('people') }}
from {% if whole -%}
(
    {{ sqlmetrics.indented(sqlmetrics.linked_rows(pointed), 0) }}
)
{%- else -%}
{{ sqlmetrics.linked_keys(tables[place]) }}
{%- endif %} rows_there
left join (select distinct person from {{ sqlmetrics.linked_keys(main) }} owned) people
    on people.person = rows_there.person
{% endfor %}
{%- endmacro %}
