{#-
The people of several tables, a row for each table with its `place`: its records, the records without
a person or of a person whom the `main` table lacks, and the people of that table who have a record.
The last row is about the points of all tables that have some.
-#}
{%- macro linked_extent(tables, main, pointed) -%}
{%- for place in range(tables | length + 1) %}
{{ 'union all\n' if not loop.first -}}
select {{ place }} as {{ sqlmetrics.quoted('place') }},
    {{ sqlmetrics.as_integer('coalesce(sum(row_count), 0)') }} as {{ sqlmetrics.quoted('records') }},
    {{ sqlmetrics.as_integer('coalesce(sum(case when person is null then row_count end), 0)') }} as {{
        sqlmetrics.quoted('nobodys') }},
    {{ sqlmetrics.as_integer('coalesce(sum(case when person is not null and owner is null then row_count'
        ~ ' end), 0)') }} as {{ sqlmetrics.quoted('orphans') }},
    {{ sqlmetrics.as_integer('coalesce(sum(case when owner is not null then 1 else 0 end), 0)') }} as {{
        sqlmetrics.quoted('people') }}
from (
    select facts.person as person, people.person as owner, {{ sqlmetrics.count_records() }} as row_count
    from {% if loop.last -%}
    (
        {{ sqlmetrics.linked_rows(pointed) }}
    )
    {%- else -%}
    {{ sqlmetrics.linked_keys(tables[place]) }}
    {%- endif %} facts
    left join {{ sqlmetrics.linked_owners(main) }} people on people.person = facts.person
    group by facts.person, people.person
) counted
{% endfor %}
{%- endmacro %}
