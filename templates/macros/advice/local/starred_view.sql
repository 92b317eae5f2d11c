{#-
The query of the released records: all columns of the relation, the keys as texts, with the mark in
place of each starred cell. It holds the rules, not the stars: it counts the classes, and stars them
round by round, each with its number of stars; what is open after the last round is starred whole.

rules.columns  the relation's columns, as (name, number of the key or none)
rules.varied   the numbers of the keys that may be starred, from 1
rules.stars    own, for a star that is a value of its own, or match, for one that matches all
rules.needed   the most stars that a class needs, where a star matches all
rules.rounds   the number of stars of each round
rules.k        the least number of records of a class, or that match a record
rules.marks    the mark of a starred cell of each key
-#}
{%- macro starred_view(plan, rules) -%}
{%- set names = [] -%}
{%- for column in rules.columns -%}{%- do names.append(column[0]) -%}{%- endfor -%}
{%- set matching = rules.stars == 'match' -%}
{%- set records = 'placed_records' if matching else 'keyed_records' -%}
with
{{ sqlmetrics.keyed_records(plan, names) }},
{{ sqlmetrics.key_classes(plan) }},
-- a row per class
numbered_classes as {{ sqlmetrics.materialized() }}(
    {{ sqlmetrics.numbered_classes(plan, 'key_classes') }}
),
{%- if rules.varied %}
-- a row per pattern of stars
star_patterns as {{ sqlmetrics.materialized() }}(
    {{ sqlmetrics.star_patterns(plan, rules.varied) }}
),
{%- endif %}
{% if matching -%}
{{ sqlmetrics.matching_stars(plan, rules) }},
{{ sqlmetrics.placed_records(plan, names) }}
{%- else -%}
{{ sqlmetrics.own_stars(plan, rules) }}
{%- endif %}
select
    {%- for name, number in rules.columns %}
    {% if number -%}
    case when star_{{ number }} = 1
        then {{ sqlmetrics.literal(rules.marks[number - 1]) }}{{ ' when suppressed = 1 then '
            ~ sqlmetrics.literal(plan.suppressed[number - 1].text)
            if plan.suppressed }} else {{ sqlmetrics.key_value(records ~ '.key_' ~ number) }} end
    {%- else -%}
    kept_{{ loop.index }}
    {%- endif %} as {{ sqlmetrics.quoted(name) }}{{ ',' if not loop.last }}
    {%- endfor %}
from {{ records }}
left join starred_classes on {% for key
    in plan.quasi_identifiers %}{{ sqlmetrics.same_text('starred_classes.key_' ~ key.number,
    records ~ '.key_' ~ key.number) }}{{ ' and ' if not loop.last }}{% endfor %}
{{- ' and suppressed = 0' if plan.suppressed }}
{{- ' and place >= first_place and place <= last_place' if matching }}
{%- endmacro %}
