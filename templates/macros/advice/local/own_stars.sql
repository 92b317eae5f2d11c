{#-
The common table expressions of stars that are values of their own, after `numbered_classes` and
`star_patterns`: a `round_` each, and starred_classes, the classes with a star: key_1.., star_1...
-#}
{%- macro own_stars(plan, rules) -%}
-- a row per class of fewer records than k
round_0 as (
    {{ sqlmetrics.open_classes(plan, 'numbered_classes', rules.k) }}
),
{%- for stars in rules.rounds %}
-- a row per class of fewer records than k
round_{{ loop.index }} as (
    {{ sqlmetrics.starred_round(plan, 'round_' ~ loop.index0, 'star_patterns', stars, rules.k) }}
),
{%- endfor %}
-- a row per class with a star
starred_classes as (
    select
        {%- for key in plan.quasi_identifiers %}
        key_{{ key.number }},
        case when pattern = 0 or left_{{ key.number }} = 0 then 1 else 0 end as star_{{ key.number }}{{ ','
            if not loop.last }}
        {%- endfor %}
    from numbered_classes
    join round_{{ rules.rounds | length }} state on state.class_number = numbered_classes.class_number
)
{%- endmacro %}
