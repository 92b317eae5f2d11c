{#-
The `cells` of `event_cells` of drawn people where there are 62 points at most: the points of a person are
the bits of a number, which tells how many of the first points of a target a person has. DuckDB only.
-#}
{%- macro event_bit_cells(known) -%}
{%- set numbers = [] -%}
{%- for p in range(2, known.points + 1) -%}{%- do numbers.append([p]) -%}{%- endfor -%}
{%- set bit = '(cast(1 as bigint) << point)' -%}
-- a person's points as bits, with the secret and the number of points
bits as (
    select traces.individual as individual, bit_or{{ bit }} as bits, any_value(secret) as secret,
        any_value(m) as m
    from traces
    join secrets on secrets.individual = traces.individual
    group by traces.individual
),
-- n people have the same points and the same secret
alike as (
    select bits, secret, m, count(*) as n
    from bits
    group by bits, secret, m
),
-- the same by each of these points
holding as not materialized (
    select held.point as point, bits, secret, m, n
    from alike
    join held on bits & (cast(1 as bigint) << held.point) <> 0
),
-- the first points of a target as bits
needed as (
    select target
        {%- for p in range(2, known.points + 1) %},
        case when count(*) >= {{ p }}
            then bit_or(case when step <= {{ p }} then {{ bit }} end) end as bits_{{ p }}
        {%- endfor %}
    from steps
    group by target
),
-- people who have at least the first two points of a target, and the last of the first points that they have
matched as (
    select target, hidden_p, last_p, secret, m, sum(n) as n
    from (
        select open_targets.target as target, open_targets.hidden_p as hidden_p, secret, m, n,
            case
            {%- for p in range(known.points, 2, -1) %}
            when bits & bits_{{ p }} = bits_{{ p }} then {{ p }}
            {%- endfor %}
            {{ 'else 2 end' if known.points > 2 else 'when true then 2 end' }} as last_p
        from open_targets
        join needed on needed.target = open_targets.target
        join holding on holding.point = open_targets.first_point
        where bits & bits_2 = bits_2
    ) counted
    group by target, hidden_p, last_p, secret, m
),
-- n candidates of a set have a secret; their weight, and how many have no other points
cells as (
    select p, target, secret, sum(n) as n, sum(case when m = p then n else 0 end) as whole,
        sum(n * {{ sqlmetrics.event_weight(known) }}) as weight
    from matched
    join {{ sqlmetrics.number_rows(['p'], numbers) }} numbers on p > hidden_p and p <= last_p
    group by p, target, secret
    union all
    select 1 as p, learnt.target as target, secret, n, whole, weight
    from learnt
    join taken on taken.target = learnt.target
    join (
        select point, secret, sum(n) as n, sum(case when m = 1 then n else 0 end) as whole,
            sum(n / cast(m as double)) as weight
        from holding
        group by point, secret
    ) first_cells on first_cells.point = learnt.point
    where learnt.p = 1
)
{%- endmacro %}
