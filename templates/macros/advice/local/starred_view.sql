{#-
The query of the released records: all columns of the relation, the keys as texts, with the mark in
place of each starred cell. It holds the rules, not the stars: it counts the classes, and stars them
round by round, each round of so many stars; what is open after the last round is starred whole.
`columns` are the relation's, as (name, number of the key or none); `marks` are those of the keys.
-#}
{%- macro starred_view(plan, columns, varied, rounds, k, marks) -%}
{%- set names = [] -%}
{%- for column in columns -%}{%- do names.append(column[0]) -%}{%- endfor -%}
with
{{ sqlmetrics.keyed_records(plan, names) }},
{{ sqlmetrics.key_classes(plan) }},
numbered_classes as {{ sqlmetrics.materialized() }}(
    {{ sqlmetrics.numbered_classes(plan, 'key_classes') }}
),
{%- if rounds %}
star_patterns as {{ sqlmetrics.materialized() }}(
    {{ sqlmetrics.star_patterns(plan, varied) }}
),
{%- endif %}
round_0 as (
    {{ sqlmetrics.open_classes(plan, 'numbered_classes', k) }}
),
{%- for stars in rounds %}
round_{{ loop.index }} as (
    {{ sqlmetrics.starred_round(plan, 'round_' ~ loop.index0, 'star_patterns', stars, k) }}
),
{%- endfor %}
starred_classes as (
    select
        {%- for key in plan.quasi_identifiers %}
        key_{{ key.number }},
        case when pattern = 0 or left_{{ key.number }} = 0 then 1 else 0 end as star_{{ key.number }}{{ ',' if not loop.last }}
        {%- endfor %}
    from numbered_classes
    join round_{{ rounds | length }} state on state.class_number = numbered_classes.class_number
)
select
    {%- for name, number in columns %}
    {% if number -%}
    case when star_{{ number }} = 1 then {{ sqlmetrics.literal(marks[number - 1]) }} else {{ sqlmetrics.key_value('keyed_records.key_' ~ number) }} end
    {%- else -%}
    kept_{{ loop.index }}
    {%- endif %} as {{ sqlmetrics.quoted(name) }}{{ ',' if not loop.last }}
    {%- endfor %}
from keyed_records
left join starred_classes on {% for key in plan.quasi_identifiers %}{{ sqlmetrics.same_text('starred_classes.key_' ~ key.number, 'keyed_records.key_' ~ key.number) }}{{ ' and ' if not loop.last }}{% endfor %}
{{- ' and suppressed = 0' if plan.suppressed }}
{%- endmacro %}
