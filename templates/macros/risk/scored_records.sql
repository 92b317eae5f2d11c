{#-
The relation's records with the class-level scores of their classes, a column per metric and target.
A record that takes part in no class, because of a NULL or of suppression, has NULL. Where there are
slices, its own stands before the scores, as a line of CSV. Where people have
classes, a record has the scores of the person who owns it.

columns        the relation's columns
score_columns  list of {number, target, metric, name}: the columns of scores, each with the number
               of its target and its metric of plan.metrics
owned          {records, people, individual}: the records of people, these people with their keys, and the
               column of both that tells people apart; none where the records have the keys
-#}
{%- macro scored_records(plan, columns, score_columns, owned=none) -%}
with
{{ sqlmetrics.count_facts(plan) }},
{%- for target in plan.targets %}
-- a row per class
scores_{{ target.number }} as (
    select
        {{ sqlmetrics.key_columns(plan) }}
        {%- for column in score_columns if column.target == target.number %},
        {{ sqlmetrics.measured(plan, column.metric) }} as score_{{ column.number }}
        {%- endfor %}
    from class_facts
    where target_number = {{ target.number }}
),
{%- endfor %}
{%- set slice = [] -%}
{%- for key in plan.quasi_identifiers[:plan.slices] -%}
{%- if not loop.first -%}{%- do slice.append("','") -%}{%- endif -%}
{%- do slice.append(sqlmetrics.csv_field(sqlmetrics.group_key(sqlmetrics.recoded('source.'
    ~ sqlmetrics.quoted(key.column), key.recoding, 'mapping_' ~ key.number)))) -%}
{%- endfor %}
{%- set needed = {} -%}
{%- for target in plan.targets if plan.nulls == 'drop' -%}
    {%- set own = [plan.attributes[target.attribute - 1] if target.attribute else none, plan.individual] -%}
    {%- do needed.update({target.number: own | reject('none') | list}) -%}
{%- endfor %}
-- a row per record
input as (
    select
        {%- for column in columns %}
        source.{{ sqlmetrics.quoted(column) }} as kept_{{ loop.index }},
        {%- endfor %}
        {%- if slice %}
        {{ sqlmetrics.concat(slice) }} as slice,
        {%- endif %}
        {%- for number, own in needed.items() if own %}
        case when {% for column in own %}source.{{ sqlmetrics.quoted(column) }} is not null
            {{- ' and ' if not loop.last }}{% endfor %} then 1 else 0 end as counted_{{ number }},
        {%- endfor %}
        {%- for key in plan.quasi_identifiers %}
        {{ sqlmetrics.group_key(sqlmetrics.recoded(('owners.' if owned else 'source.')
            ~ sqlmetrics.quoted(key.column), key.recoding,
            'mapping_' ~ key.number)) }} as key_{{ key.number }}{{ ',' if not loop.last }}
        {%- endfor %}
    from {{ owned.records if owned else plan.relation }} source
    {%- if owned %}
    left join {{ owned.people }} owners
        on owners.{{ sqlmetrics.quoted(owned.individual) }} = {{ sqlmetrics.group_key('source.'
            ~ sqlmetrics.quoted(owned.individual)) }}
    {%- endif %}
    {%- for key in plan.quasi_identifiers if key.recoding and key.recoding.kind == 'table' %}
    left join {{ sqlmetrics.mapping(key.recoding.pairs) }} mapping_{{ key.number }}
        on mapping_{{ key.number }}.value = {{ sqlmetrics.as_string('source.'
            ~ sqlmetrics.quoted(key.column)) }}
    {%- endfor %}
)
select
    {%- for column in columns %}
    input.kept_{{ loop.index }} as {{ sqlmetrics.quoted(column) }},
    {%- endfor %}
    {%- if slice %}
    input.slice as {{ sqlmetrics.quoted('slice') }},
    {%- endif %}
    {%- for column in score_columns %}
    scores_{{ column.target }}.score_{{ column.number }} as {{ sqlmetrics.quoted(column.name) }}{{ ','
        if not loop.last }}
    {%- endfor %}
from input
{%- for target in plan.targets %}
left join scores_{{ target.number }} on {% for key
    in plan.quasi_identifiers %}{{ sqlmetrics.same('scores_' ~ target.number ~ '.key_' ~ key.number,
    'input.key_' ~ key.number) }}{{ ' and ' if not loop.last }}{% endfor %}
    {{- ' and input.counted_' ~ target.number ~ ' = 1' if needed.get(target.number) }}
{%- endfor %}
{%- endmacro %}
