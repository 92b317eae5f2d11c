{#-
The first 1 to `known` points, in a drawn order, of people who are drawn, from `traces` and `traced`:
`targets`, `learnt` (their points in that order), `hidden`, and `candidates` (a target, p, and a person who has
the first p points).

known.points   the most points that are known
known.targets  how many people are drawn, or none for all of them
known.enough   the number of candidates from which on their number does not matter, or none
known.sampled  the hash below which people are in the sample that is looked at first

Where people of the sample are `enough` candidates for the first p points, these are `hidden`: no others are
looked for. The others have the rarest point among those that a candidate needs anyway.
-#}
{%- macro event_draws(known) -%}
-- the people whom the attacker looks for
targets as (
    select individual as target, draw
    from traced
    {%- if known.targets %}
    order by draw, individual
    {{ sqlmetrics.row_limit(known.targets) }}
    {%- endif %}
),
-- the points that the attacker learns of each, one after the other
drawn as (
    select targets.target as target, traces.point as point, traces.holders as holders,
        row_number() over (
            partition by targets.target
            order by {{ sqlmetrics.value_hash(sqlmetrics.concat([sqlmetrics.as_string('targets.draw'), "'/'", sqlmetrics.as_string('traces.hash')])) }}, traces.point
        ) as p
    from targets
    join traces on traces.individual = targets.target
),
learnt as (
    select target, point, holders, p
    from drawn
    where p <= {{ known.points }}
),
{% if known.enough -%}
-- how many of the first points people of the sample have
met_in_sample as (
    select learnt.target as target, learnt.p as p,
        row_number() over (partition by learnt.target, traces.individual order by learnt.p) as met
    from traced
    join traces on traces.individual = traced.individual
    join learnt on learnt.point = traces.point
    where traced.draw < {{ known.sampled }}
),
-- who has all of the first p points has met p of them
screened as (
    select target, p
    from met_in_sample
    where met = p
    group by target, p
    having count(*) >= {{ known.enough }}
),
hidden as (
    select learnt.target as target, max(learnt.p) as last_p, coalesce(max(screened.p), 0) as hidden_p
    from learnt
    left join screened on screened.target = learnt.target and screened.p = learnt.p
    group by learnt.target
),
{% else -%}
hidden as (
    select target, max(p) as last_p, 0 as hidden_p
    from learnt
    group by target
),
{% endif -%}
-- of each target that is not hidden the rarest point that every candidate has
needed as (
    select learnt.target as target, learnt.point as point, hidden.hidden_p as hidden_p,
        row_number() over (partition by learnt.target order by learnt.holders, learnt.p) as rarity
    from learnt
    join hidden on hidden.target = learnt.target
    where hidden.hidden_p < hidden.last_p and learnt.p <= hidden.hidden_p + 1
),
met as (
    select needed.target as target, needed.hidden_p as hidden_p, others.individual as individual, learnt.p as p,
        row_number() over (partition by needed.target, others.individual order by learnt.p) as met
    from needed
    join traces others on others.point = needed.point
    join learnt on learnt.target = needed.target
    join traces on traces.individual = others.individual and traces.point = learnt.point
    where needed.rarity = 1
),
-- a target, and a person who has the first p points
candidates as (
    select target, p, individual
    from met
    where met = p and p > hidden_p
)
{%- endmacro %}
