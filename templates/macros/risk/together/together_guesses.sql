{#-
How often the best guess of a followed person's value is right: `guessed`, a row per number of releases
(people, right by all releases, right by the surest single one), from `followed`, `shown_records`,
`cells` and `steps`.

The guess by all releases is the value with the largest product of the classes' distributions over the
releases' own, p / q, times the prior q; equal ones share the guess. Logarithms are compared to nine
digits, since sums differ beyond them.
-#}
{%- macro together_guesses(plan, series) -%}
{%- set bit = sqlmetrics.key_name(plan.quasi_identifiers[0]) -%}
{%- set so_far =
    ' over (partition by followed_shares.individual, followed_shares.held order by followed_shares.' ~ bit
    ~ ' rows unbounded preceding)' -%}
{%- set prior = '(' ~ sqlmetrics.as_double('sum(' ~ sqlmetrics.ln('q') ~ ')' ~ so_far) ~ ') / count(*)'
    ~ so_far -%}
-- the people who are guessed
drawn as (
    select individual, own_value, first_bit, second_step
    from followed
    {%- if series.drawn %}
    order by {{ sqlmetrics.key_hash('individual', 0) }}, individual
    {{ sqlmetrics.row_limit(series.drawn) }}
    {%- endif %}
),
-- a value of a release, with its share
overall as (
    select {{ bit }}, held, {{ sqlmetrics.as_double('n') }} / sum(n) over (partition by {{ bit }}) as q
    from (
        select {{ bit }}, held, sum(records) as n
        from cells
        group by {{ bit }}, held
    ) counted
),
-- a value that a class of theirs shows, with its share there
followed_cells as (
    select drawn.individual as individual, own.{{ bit }} as {{ bit }}, cells.held as held,
    {{ sqlmetrics.as_double('cells.records') }} / sum(cells.records)
        over (partition by drawn.individual, own.{{ bit }}) as p,
        case when {{ sqlmetrics.same_key('cells.held', 'drawn.own_value') }} then 1 else 0 end as is_own
    from drawn
    join shown_records own on own.individual = drawn.individual
    join cells on {{ sqlmetrics.event_same_point(plan, 'cells', 'own') }}
),
-- the same, with the share in the release
followed_shares as (
    select followed_cells.individual as individual, followed_cells.{{ bit }} as {{ bit }},
    followed_cells.held as held, p, q, is_own
    from followed_cells
    join overall on overall.{{ bit }} = followed_cells.{{ bit }} and {{ sqlmetrics.same_key('overall.held',
        'followed_cells.held') }}
),
-- the evidence for a value so far
evidence as (
    select individual, {{ bit }}, is_own, p,
    sum({{ sqlmetrics.ln('p / q') }}){{ so_far }} + {{ prior }} as belief,
        count(*){{ so_far }} as times,
        dense_rank() over (partition by individual order by {{ bit }}) as releases
    from followed_shares
),
-- a value by its place in the guesses by all releases so far, and by this release
places as (
    select individual, {{ bit }}, is_own, p,
        dense_rank() over (partition by individual, {{ bit }} order by p desc) as place,
        dense_rank()
            over (partition by individual, {{ bit }} order by case when times = releases then 0 else 1 end,
            case when times = releases then floor(belief * {{ sqlmetrics.double_literal('1e9') }}
                + {{ sqlmetrics.double_literal('0.5') }}) end desc) as joint_place
    from evidence
),
-- a release of a person, with the chance of a right guess
chances as (
    select individual, {{ bit }}, max(p) as p,
    {{ sqlmetrics.as_double('sum(case when place = 1 then is_own else 0 end)') }}
        / sum(case when place = 1 then 1 else 0 end) as right_alone,
        {{ sqlmetrics.as_double('sum(case when joint_place = 1 then is_own else 0 end)') }}
            / sum(case when joint_place = 1 then 1 else 0 end) as right_together
    from places
    group by individual, {{ bit }}
),
-- the same, by the surest release so far
surest as (
    select individual, {{ bit }}, right_together, right_alone,
    lead({{ bit }}) over (partition by individual order by {{ bit }}) as next_bit
    from (
        select so_far.individual as individual, so_far.{{ bit }} as {{ bit }},
        so_far.right_together as right_together, one.right_alone as right_alone,
            row_number()
                over (partition by so_far.individual, so_far.{{ bit }} order by one.p desc,
                    one.{{ bit }}) as place
        from chances so_far
        join chances one on one.individual = so_far.individual and one.{{ bit }} <= so_far.{{ bit }}
    ) ordered
    where place = 1
),
-- the first releases, with the right guesses
guessed as (
    select steps.step as step, {{ sqlmetrics.count_records() }} as people,
    sum(right_together) as right_together, sum(right_alone) as right_alone
    from surest
    join drawn on drawn.individual = surest.individual
    join steps on {{ sqlmetrics.as_double('surest.'
        ~ bit) }} < steps.below and (surest.next_bit is null
            or {{ sqlmetrics.as_double('surest.next_bit') }} >= steps.below)
    where drawn.second_step <= steps.step or (steps.step = 1 and drawn.first_bit = 1)
    group by steps.step
)
{%- endmacro %}
