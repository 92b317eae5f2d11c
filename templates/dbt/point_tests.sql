{#- The generic test of tables whose rows are points of people. -#}

{% test every_row_has_a_person(model, tables) %}
{%- if execute -%}
{%- set linked = sqlmetrics.linked_given(tables) -%}
{%- set first = sqlmetrics.quoted('place') ~ ' = 0 and ' -%}
{%- set found = [
    [sqlmetrics.quoted('nobodys'), 'rows without a key, which are left out: ', ''],
    [sqlmetrics.quoted('orphans'), 'rows whose key main lacks, which are left out: ', ''],
    [sqlmetrics.quoted('records') ~ ' - ' ~ sqlmetrics.quoted('nobodys') ~ ' - ' ~ sqlmetrics.quoted('people'), 'further rows of people who have one already; name the columns that tell them apart: ', first],
] -%}
with extent as (
{{ sqlmetrics.linked_extent(linked.tables, linked.tables[0], linked.tables) }}
)
{%- for number, reason, where in found %}
select
    case {{ sqlmetrics.quoted('place') }}{% for table in linked.tables %} when {{ loop.index0 }} then {{ sqlmetrics.as_string(sqlmetrics.literal(table.name)) }}{% endfor %} end as table_name,
    {{ sqlmetrics.concat([sqlmetrics.literal(reason), sqlmetrics.as_string(number)]) }} as reason
from extent
where {{ where }}{{ sqlmetrics.quoted('place') }} < {{ linked.tables | length }} and {{ number }} > 0
{{- '\nunion all' if not loop.last }}
{%- endfor %}
{%- endif -%}
{% endtest %}
