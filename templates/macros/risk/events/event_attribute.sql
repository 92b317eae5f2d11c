{#-
What 1 to `known.points` points of a person give away of a secret of that person: a row per number of points,
with the people who were looked for, the mean entropy that is left and the mean chance of the best guess with the
points, each with the mean of its squares, the surest guess, and then the entropy and the best guess without points.

A candidate with m points shows just these p with the chance 1 / C(m, p), which is the weight but for a factor that
all candidates share; of events, as many `ways` lead to these points. Who has fewer points than are known is known
to have no others. The surest guess counts candidates.
-#}
{%- macro event_attribute(plan, known) -%}
{%- set target = plan.targets[0] -%}
{%- set set = sqlmetrics.event_set(known) -%}
{%- set weights = [] -%}
{%- set chance = namespace(text='') -%}
{%- for p in range(known.points) -%}
{%- set chance.text = chance.text ~ (' * ' if p else '') ~ ('(' ~ sqlmetrics.as_double('m') ~ ' - ' ~ p ~ ')' if p else sqlmetrics.as_double('m')) -%}
{%- do weights.append('when p = ' ~ (p + 1) ~ ' then ' ~ ('ways' if known.events else '1') ~ ' / (' ~ chance.text ~ ')') -%}
{%- endfor -%}
with
{{ sqlmetrics.event_candidates(plan, known) }},
{{ sqlmetrics.event_secrets(plan, target, known) }},
-- how many have each secret
overall as (
    select abs(sum(chance * {{ sqlmetrics.ln('chance') }})) as entropy, {{ sqlmetrics.ln(sqlmetrics.as_double(sqlmetrics.count_records())) }} as most_entropy, max(chance) as accuracy
    from (
        select {{ sqlmetrics.as_double('n') }} / sum(n) over () as chance
        from (select secret, {{ sqlmetrics.count_records() }} as n from secrets group by secret) counted
    ) shared
),
{% if known.drawn -%}
-- n holders of a point that is known first have a secret
first_cells as (
    select traces.point as point, secrets.secret as secret, {{ sqlmetrics.count_records() }} as n, sum(case when secrets.m = 1 then 1 else 0 end) as whole,
        sum({{ sqlmetrics.as_double('traces.times' if known.events else '1') }} / secrets.m) as weight
    from traces
    join (select point from learnt where p = 1 group by point) first_points on first_points.point = traces.point
    join secrets on secrets.individual = traces.individual
    group by traces.point, secrets.secret
),
{% endif -%}
-- n candidates of a set have a secret; their weight, and how many have no other points
cells as (
    {%- if not known.drawn or known.points > 1 %}
    select {{ set }}, secret, {{ sqlmetrics.count_records() }} as n, sum(case when m = p then 1 else 0 end) as whole,
        sum(case {{ weights | join('\n            ') }} end) as weight
    from candidates
    join secrets on secrets.individual = candidates.individual
    group by {{ set }}, secret
    {%- endif %}
    {%- if known.drawn %}
    {{ 'union all' if known.points > 1 }}
    select 1 as p, learnt.target as target, first_cells.secret as secret, first_cells.n as n, first_cells.whole as whole, first_cells.weight as weight
    from learnt
    join taken on taken.target = learnt.target
    join first_cells on first_cells.point = learnt.point
    where learnt.p = 1
    {%- endif %}
),
shares as (
    select {{ set }}, whole, weight / sum(weight) over (partition by {{ set }}) as chance,
        {{ sqlmetrics.as_double('n') }} / sum(n) over (partition by {{ set }}) as certainty,
        {{ sqlmetrics.as_double('whole') }} / nullif(sum(whole) over (partition by {{ set }}), 0) as share_of_whole
    from cells
),
classes as (
    select {{ set }}, max(certainty) as alpha, abs(sum(chance * {{ sqlmetrics.ln('chance') }})) as entropy, max(chance) as accuracy,
        abs(sum(case when whole > 0 then share_of_whole * {{ sqlmetrics.ln('share_of_whole') }} else 0 end)) as whole_entropy,
        max(share_of_whole) as whole_accuracy
    from shares
    group by {{ set }}
),
{{ sqlmetrics.event_shown(known, [['entropy', 'entropy'], ['accuracy', 'accuracy'], ['whole_entropy', 'whole_entropy'], ['whole_accuracy', 'whole_accuracy']], [['alpha', 'alpha', 'max']]) }},
answers as (
    select asked.points as points, asked.alpha as alpha,
        case when asked.points > asked.p then whole_entropy else entropy end as entropy,
        case when asked.points > asked.p then whole_accuracy else accuracy end as accuracy
    from asked
)
select points as {{ sqlmetrics.quoted('points') }}, {{ sqlmetrics.count_records() }} as {{ sqlmetrics.quoted('targets') }},
    avg(answers.entropy) as {{ sqlmetrics.quoted('entropy') }},
    avg(answers.entropy * answers.entropy) as {{ sqlmetrics.quoted('entropy_squares') }},
    avg(answers.accuracy) as {{ sqlmetrics.quoted('accuracy') }},
    avg(answers.accuracy * answers.accuracy) as {{ sqlmetrics.quoted('accuracy_squares') }},
    max(alpha) as {{ sqlmetrics.quoted('alpha') }},
    max(overall.entropy) as {{ sqlmetrics.quoted('entropy_before') }},
    max(overall.most_entropy) as {{ sqlmetrics.quoted('entropy_most') }},
    max(overall.accuracy) as {{ sqlmetrics.quoted('accuracy_before') }}
from answers
cross join overall
group by points
order by points
{%- endmacro %}
