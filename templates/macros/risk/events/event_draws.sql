{#-
The first 1 to `known.points` points, in a drawn order, of people who are drawn, from `pairs`: `traced`
(the people), `learnt` (their points in that order, each with its holders), `taken` (the people who are
looked for), and `candidates` (a target, p of 2 and more, and a person who has the first p points). The
candidates for the first point are its holders.

known.points   the most points that are known
known.events   whether these are events, among which a point may come again
known.targets  how many people are drawn, or none for all of them
known.fewest   how many of these are looked for whatever it costs
known.work     the most holders, over all targets, of the point that candidates are found by, or none
known.enough   the number of candidates from which on their number does not matter, or none
known.sampled  the hash below which people are in the sample that is looked at first
known.few      whether the points are so few that `event_bit_cells` finds the candidates, which are left out

Where people of the sample are `enough` candidates for the first p points, these are `hidden`: no others are
looked for. Candidates for the others are found by the rarest point that all of them need.

Only the points of targets have a number and a hash; every order is one of hashes, the same on every engine.
-#}
{%- macro event_draws(plan, known) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set target = plan.targets[0] -%}
{%- set hashes = [] -%}
{%- for key in plan.quasi_identifiers -%}
    {%- do hashes.append(sqlmetrics.key_hash('own.' ~ sqlmetrics.key_name(key), key.number)) -%}
{%- endfor -%}
{%- set drawn = [sqlmetrics.as_string('draw'), "'/'", sqlmetrics.as_string('hashed')] -%}
{%- if known.events -%}
    {%- do drawn.append("'/'") -%}{%- do drawn.append(sqlmetrics.as_string('copy')) -%}
{%- endif -%}
{{ sqlmetrics.event_traced(target.attribute and not known.events, target.attribute and known.events) }},
-- a person by hash, in a drawn order
draws as (
    select individual, {{ sqlmetrics.key_hash('individual', 0) }} as draw
    from traced
),
-- a person whom the attacker looks for
targets as (
    select individual as target, draw
    from draws
    {%- if known.targets %}
    order by draw, individual
    {{ sqlmetrics.row_limit(known.targets) }}
    {%- endif %}
),
-- a point of such a person{{ ', numbered where it comes again' if known.events }}
owned as (
    select targets.target as target, targets.draw as draw, {{ sqlmetrics.key_columns(plan, 'own') }},
        {{ sqlmetrics.class_hash(hashes) }} as hashed
        {%- if known.events %},
        row_number() over (partition by targets.target, {{ sqlmetrics.key_columns(plan,
            'own') }} order by targets.draw) as copy
        {%- endif %}
    from targets
    {%- if known.events %}
    join (
        select individual, {{ keys }}
        from {{ sqlmetrics.indented(sqlmetrics.rows(plan, plan.attributes), 4) }}
        {{- sqlmetrics.indented(sqlmetrics.target_filter(plan, target, records=true), 4) }}
    ) own on own.individual = targets.target
    {%- else %}
    join pairs own on own.individual = targets.target
    {%- endif %}
),
-- a point that the attacker learns as the p-th of a person, by number
known as (
    select target, {{ 'draw, '
        if known.work is not none }}{{ keys }}, p, dense_rank() over (order by {{ keys }}) as point
    from (
        select target, {{ 'draw, ' if known.work is not none }}{{ keys }},
            row_number() over (
                partition by target
                order by {{ sqlmetrics.value_hash(sqlmetrics.concat(drawn)) }}, {{ keys }}{{ ', copy'
                    if known.events }}
            ) as p
        from owned
    ) ordered
    where p <= {{ known.points }}
),
-- a point by its number
points as (
    select {{ keys }}, point
    from known
    group by {{ keys }}, point
),
{{ sqlmetrics.event_traces(plan, known.events) }},
-- a point with the people who hold it
held as (
    select point, {{ sqlmetrics.count_records() }} as holders
    from traces
    group by point
),
-- a known point with the people who hold it
learnt as (
    select known.target as target, {{ 'known.draw as draw, '
        if known.work is not none }}known.point as point, held.holders as holders, known.p as p,
        max(known.p) over (partition by known.target) as last_p
        {%- if known.events %},
        row_number() over (partition by known.target, known.point order by known.p) as times{% endif %}
    from known
    join held on held.point = known.point
),
{% if known.enough and known.points > 1 -%}
-- a point of a target by the rarest of the first two
first_steps as (
    select target, point{{ ', times' if known.events }}, 1 as hidden_p,
        {{ sqlmetrics.event_step(2) }} as step
    from learnt
),
-- a target with the first two points
first_starts as (
    {{ sqlmetrics.event_starts(known, 'first_steps', whole=false) }}
),
-- a person of the sample and a point of that person
sampled as (
    select traces.individual as individual, traces.point as point{{ ', traces.times as times'
        if known.events }}
    from draws
    join traces on traces.individual = draws.individual
    where draws.draw < {{ known.sampled }}
),
{{ sqlmetrics.event_chain(known, 'seen', 'first_starts', 'first_steps', 'sampled') }},
-- a target, and how many of the first points enough people have
screened as (
    select target, max(p) as hidden_p
    from (
        select target, p
        from seen
        group by target, p
        having count(*) >= {{ known.enough }}
    ) enough
    group by target
),
{% endif -%}
-- a point of a target by the rarest that every candidate has; the candidates for the first point are known
steps as (
    select target, {{ 'draw, holders, ' if known.work is not none }}point, hidden_p, last_p{{ ', times'
        if known.events }},
        {{ sqlmetrics.event_step('hidden_p + 1') }} as step
    from (
        select learnt.target as target, {{ 'learnt.draw as draw, '
            if known.work is not none }}learnt.point as point, learnt.holders as holders, learnt.p as p,
            learnt.last_p as last_p{{ ', learnt.times as times' if known.events }},
            {%- if known.enough and known.points > 1 %}
            case when screened.hidden_p > 1 then screened.hidden_p else 1 end as hidden_p
        from learnt
        left join screened on screened.target = learnt.target
            {%- else %}
            1 as hidden_p
        from learnt
            {%- endif %}
    ) needed
),
-- a target with the two points that are looked for first
starts as (
    {{ sqlmetrics.event_starts(known, 'steps') }}
),
-- a target{{ ', unless the candidates are too many' if known.work is not none }}
taken as (
    select target, hidden_p, last_p, first_point, second_point{{ ', first_times, second_times'
        if known.events }}
    {%- if known.work is none %}
    from starts
    {%- else %}
    from (
        select target, hidden_p, last_p, first_point, second_point{{ ', first_times, second_times'
            if known.events }},
            row_number() over (order by draw, target) as place,
            sum(case when hidden_p < last_p then holders else 0 end)
                over (order by draw, target rows unbounded preceding) as work
        from starts
    ) counted
    where place <= {{ known.fewest }} or work <= {{ known.work }}
    {%- endif %}
)
{%- if known.points > 1 -%},
-- a target with candidates to look for
open_targets as (
    select target, hidden_p, first_point, second_point{{ ', first_times, second_times' if known.events }}
    from taken
    where hidden_p < last_p
)
{%- if not known.few -%},
{{ sqlmetrics.event_chain(known, 'candidates', 'open_targets', 'steps', 'traces') }}
{%- endif %}
{%- endif %}
{%- endmacro %}
