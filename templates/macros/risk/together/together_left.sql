{#-
What the classes of each followed person leave: `left_over`, a row per person with `left_1`, `left_2`, .., the
values that all of the first 1, 2, .. releases show, and `broken_step`, the first release that shows other
values than the ones before. It goes on from `shown_records`, `cells` and `followed`.

Where each person meets each value of a class, half of the time goes into one GROUP BY. DuckDB takes the
values of a class as sets of 62 bits.
-#}
{%- macro together_left(plan, series) -%}
{{ return(adapter.dispatch('together_left', 'sqlmetrics')(plan, series)) }}
{%- endmacro %}

{%- macro default__together_left(plan, series) -%}
{%- set bit = sqlmetrics.key_name(plan.quasi_identifiers[0]) -%}
{%- set broken = [] -%}
{%- for number in range(1, series.releases + 1) -%}
{%- do broken.append('when ' ~ sqlmetrics.remainder('gone', 2 ** number) ~ ' > 0 and '
    ~ sqlmetrics.remainder('mask', 2 ** number) ~ ' > 0 then ' ~ number) -%}
{%- endfor -%}
-- a person and a value that classes of that person show, in which releases
shown as (
    select own.individual as individual, cells.held as held, sum({{ sqlmetrics.as_double('own.'
        ~ bit) }}) as mask
    from shown_records own
    join cells on {{ sqlmetrics.event_same_point(plan, 'cells', 'own') }}
    where own.individual is not null
    group by own.individual, cells.held
),
-- a person: how many values the first 1, 2, .. releases leave, and the release that first shows other values
left_over as (
    select individual, first_bit, second_step,
        {%- for number in range(1, series.releases + 1) %}
        count(case when {{ sqlmetrics.remainder('gone', 2 ** number) }} = 0 then 1 end) as left_{{ number }},
        {%- endfor %}
        min(case {{ broken | join('\n            ') }} end) as broken_step
    from (
        select followed.individual as individual, followed.first_bit as first_bit,
        followed.second_step as second_step, mask, seen - mask as gone
        from shown
        join followed on followed.individual = shown.individual
    ) missed
    group by individual, first_bit, second_step
)
{%- endmacro %}

{%- macro duckdb__together_left(plan, series) -%}
{%- set bit = sqlmetrics.key_name(plan.quasi_identifiers[0]) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
-- a value as a bit of a word
numbered_values as (
    select held, place // 62 as word, 1::bigint << (place % 62)::integer as value_bit
    from (
        select held, row_number() over (order by held) - 1 as place
        from (select distinct held from cells) listed
    ) numbered
),
-- a class of a release, with the values that it shows as bits of each word
class_sets as (
    select {{ keys }}, word, bit_or(value_bit) as value_set
    from cells
    join numbered_values on {{ sqlmetrics.same_key('numbered_values.held', 'cells.held') }}
    group by {{ keys }}, word
),
-- a followed person and a word, with what the class of each release shows, -1 where they are not in it
person_sets as (
    select followed.individual as individual, first_bit, second_step, word,
        {%- for number in range(1, series.releases + 1) %}
        case when seen::bigint & {{ 2 ** (number - 1) }} = 0 then -1
            else coalesce(set_{{ number }}, 0) end as in_{{ number }},
        {%- endfor %}
    from (
        select own.individual as individual, word,
            {%- for number in range(1, series.releases + 1) %}
            max(case when own.{{ bit }} = {{ 2 ** (number - 1) }} then value_set end) as set_{{ number }},
            {%- endfor %}
        from shown_records own
        join class_sets on {{ sqlmetrics.event_same_point(plan, 'class_sets', 'own') }}
        group by own.individual, word
    ) held_sets
    join followed on followed.individual = held_sets.individual
),
-- the same, by the first 1, 2, .. releases: the values in all of them, and those in one and not in another
sets_so_far as (
    select individual, first_bit, second_step,
        {%- for number in range(1, series.releases + 1) %}
        {{ 'all_' ~ (number - 1) ~ ' & ' if number > 1 }}in_{{ number }} as all_{{ number }},
        {{ 'any_' ~ (number - 1) ~ ' | ' if number > 1 }}case when in_{{ number }} = -1 then 0 else in_{{
            number }} end as any_{{ number }},
        {%- endfor %}
    from person_sets
),
-- a person: how many values the first 1, 2, .. releases leave, and the release that first shows other values
left_over as (
    select individual, first_bit, second_step,
        {%- for number in range(1, series.releases + 1) %}
        sum(bit_count(all_{{ number }})) as left_{{ number }},
        {%- endfor %}
        min(case {%- for number in range(1, series.releases + 1) %}
            when any_{{ number }} & ~all_{{ number }} <> 0 then {{ number }}
            {%- endfor %} end) as broken_step
    from sets_so_far
    group by individual, first_bit, second_step
)
{%- endmacro %}
