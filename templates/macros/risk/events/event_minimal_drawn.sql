{#- The sets of 1 to `known.points` points that fewer than `few` people have, from `learnt`, `taken`
and `candidates`, one of each drawn person where there is one: `minimal`, as `event_minimal_all` has
it. Such a set has the first of the person's points, in the drawn order, that few people have
together, or the last of these alone where few people have that one already. -#}
{%- macro event_minimal_drawn(known, few) -%}
-- the k people who have the first p points of a target
sizes as (
    select learnt.target as target, learnt.p as p, learnt.holders as k
    from learnt
    join taken on taken.target = learnt.target
    where learnt.p = 1
    {%- if known.points > 1 %}
    union all
    select target, p, {{ sqlmetrics.count_records() }} as k
    from candidates
    group by target, p
    {%- endif %}
),
-- the fewest of the first points of a target that few people have
fewest as (
    select target, p, k
    from (
        select target, p, k, row_number() over (partition by target order by p) as place
        from sizes
        where k < {{ few }}
    ) few
    where place = 1
),
-- one point may be enough: the last of them
needed_points as (
    select learnt.target as target, learnt.point as point,
        case when last_one.holders < {{ few }} then last_one.holders else fewest.k end as k,
        row_number() over (partition by learnt.target order by learnt.point) as place
    from fewest
    join learnt last_one on last_one.target = fewest.target and last_one.p = fewest.p
    join learnt on learnt.target = fewest.target
    where learnt.p = fewest.p or (learnt.p < fewest.p and last_one.holders >= {{ few }})
),
-- a set of p points, and the target who has it
minimal as (
    select target as individual, max(place) as p
        {%- for q
            in range(1,
            known.points
            + 1) %}, max(case when place = {{ q }} then point else 0 end) as p{{ q }}{% endfor %}, max(k) as k
    from needed_points
    group by target
)
{%- endmacro %}
