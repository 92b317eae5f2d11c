{#-
What each followed person's classes leave, as rows per number of releases: `joint` (people, the fewest
values that are left to one, how many people have one left, how many have a class of one value, and how
many are shown the same values in each), from `shown_records`, `cells` and `steps`. `followed` has the
people.

A set of releases is a sum of bits. Of the first r releases the bits are below 2^r.
-#}
{%- macro together_people(plan, series) -%}
{%- set bit = sqlmetrics.key_name(plan.quasi_identifiers[0]) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set releases = [] -%}
{%- set second = [] -%}
{%- for number in range(1, series.releases + 1) -%}
{%- do releases.append('case when ' ~ sqlmetrics.remainder('seen', 2 ** number) ~ ' >= ' ~ 2 ** (number - 1)
    ~ ' then 1 else 0 end') -%}
{%- do second.append('when ' ~ sqlmetrics.remainder('seen', 2 ** number) ~ ' > first_bit then ' ~ number) -%}
{%- endfor -%}
-- a class of a release, with the number of its values
classes as (
    select {{ keys }}, {{ sqlmetrics.count_records() }} as class_values
    from cells
    group by {{ keys }}
),
-- a person: the releases as a set, the first of them, and whether the value is the same in all
persons as (
    select individual, sum({{ sqlmetrics.as_double(bit) }}) as seen,
    min({{ sqlmetrics.as_double(bit) }}) as first_bit, {{ sqlmetrics.count_records() }} as appearances,
        max(records) as most_records, max(held) as own_value,
        case when min(held) = max(held) and count(held) = count(*) or count(held) = 0 then 1
            else 0 end as one_value
    from shown_records
    where individual is not null
    group by individual
),
-- the same, with the number of the second release, and of releases where each has one record
appearing as (
    select individual, own_value, seen, first_bit, one_value, appearances, case {{ second
        | join('\n            ') }} end as second_step,
        case when most_records > 1 or appearances > {{ series.releases }} then 0 else {{ releases
            | join('\n            + ') }} end as releases
    from persons
),
-- a person who is followed
followed as (
    select individual, own_value, seen, first_bit, second_step
    from appearing
    where releases = appearances and one_value = 1 and second_step is not null
),
-- a reason why people are not followed, and how many there are
left_out as (
    select coalesce(sum(case when releases <> appearances then 1 else 0 end), 0) as repeated_people,
        coalesce(sum(case when releases = appearances and one_value = 0 then 1 else 0 end),
            0) as changed_people,
        coalesce(sum(case when releases = appearances and one_value = 1 and second_step is null then 1
            else 0 end), 0) as single_people
    from appearing
),
{{ sqlmetrics.together_left(plan, series) }},
-- a person whose class in a release has one value, and the first such release
alone as (
    select own.individual as individual, min({{ sqlmetrics.as_double('own.' ~ bit) }}) as alone_bit
    from shown_records own
    join classes on {{ sqlmetrics.event_same_point(plan, 'classes', 'own') }}
    where classes.class_values = 1
    group by own.individual
),
-- the first releases of a person who is in several of them, or in the only one
judged as (
    select step, case step{% for number in range(1, series.releases
        + 1) %} when {{ number }} then left_{{ number }}{% endfor %} end as left_values,
        case when broken_step <= step then 0 else 1 end as kept,
        case when alone.alone_bit < below then 1 else 0 end as is_alone
    from left_over
    left join alone on alone.individual = left_over.individual
    cross join steps
    where second_step <= step or (step = 1 and first_bit = 1)
),
-- the first releases, with what they leave together, and the people whom one of them shows by itself
joint as (
    select step, {{ sqlmetrics.count_records() }} as people, min(left_values) as fewest,
    sum(case when left_values = 1 then 1 else 0 end) as known,
        sum(is_alone) as known_alone, sum(kept) as kept
    from judged
    group by step
),
-- the first releases, with the fewest values of a class
single as (
    select steps.step as step, min(class_values) as fewest
    from classes
    join steps on {{ sqlmetrics.as_double(bit) }} < steps.below
    group by steps.step
)
{%- endmacro %}
