{#-
The common table expressions of stars that match everything, after `numbered_classes` and
`star_patterns`: the stars that classes need, a `round_` each, and starred_classes: key_1..,
star_1.., and the records of the class that have these stars, from first_place to last_place.
-#}
{%- macro matching_stars(plan, rules) -%}
-- a row per class
needed_0 as (
    {{ sqlmetrics.matching_classes(plan, 'numbered_classes') }}
),
{%- for stars in range(1, rules.needed + 1) %}
-- a row per class
needed_{{ stars }} as (
    {{ sqlmetrics.needed_stars(plan, 'needed_' ~ (stars - 1), 'star_patterns', stars, rules.k) }}
),
{%- endfor %}
{%- for stars in rules.rounds %}
-- a row per class and pattern of stars
round_{{ loop.index }} as (
    {{ sqlmetrics.matching_round(plan, 'needed_' ~ rules.needed if loop.first else 'round_' ~ loop.index0,
        'star_patterns', stars, rules.k) }}
),
{%- endfor %}
-- a row per class and pattern of stars
parts as (
    select
        class_number, pattern, n, matched,
        sum(n) over (partition by class_number order by pattern) as last_place
    from {{ 'round_' ~ (rules.rounds | length) if rules.rounds else 'needed_' ~ rules.needed }} state
),
-- a row per class and pattern with a star
starred_classes as (
    select
        {%- for key in plan.quasi_identifiers %}
        key_{{ key.number }},
        {{ 'case when parts.pattern = 0 then 1 else 1 - kept_' ~ key.number ~ ' end' if rules.varied
            else '1' }} as star_{{ key.number }},
        {%- endfor %}
        last_place - parts.n + 1 as first_place, last_place
    from parts
    join numbered_classes on numbered_classes.class_number = parts.class_number
    {%- if rules.varied %}
    join star_patterns on star_patterns.pattern = parts.pattern
    {%- endif %}
    where parts.pattern > 0 or matched < {{ rules.k }}
)
{%- endmacro %}
