{#-
What 1 to `known.points` points of a person give away of who it is: a row per number of points, with the people
who were looked for, the mean share of their sets that one person has alone, the mean share that
is at risk, and the fewest candidates of a set; these are NULL where they are only known to be
many.
-#}
{%- macro event_identity(plan, known) -%}
{%- set at_risk = 'case when ' ~ sqlmetrics.as_double('1') ~ ' / k > ' ~ known.threshold ~ ' then 1 else 0 end' -%}
with
{{ sqlmetrics.event_candidates(plan, known) }},
-- the candidates of a set of points are k people
classes as (
    {%- if not known.drawn or known.points > 1 %}
    select {{ sqlmetrics.event_set(known) }}, {{ sqlmetrics.count_records() }} as k, 1 as counted
    from candidates
    group by {{ sqlmetrics.event_set(known) }}
    {%- endif %}
    {%- if known.drawn %}
    {{ 'union all' if known.points > 1 }}
    select learnt.p as p, learnt.target as target, {{ 'case when learnt.p = 1 then learnt.holders else ' ~ known.enough ~ ' end' if known.enough else 'learnt.holders' }} as k,
        case when learnt.p = 1 then 1 else 0 end as counted
    from learnt
    join taken on taken.target = learnt.target and learnt.p <= taken.hidden_p
    {%- endif %}
),
{{ sqlmetrics.event_shown(known, [['case when k = 1 then 1 else 0 end', 'alone'], [at_risk, 'at_risk']], [['case when counted = 1 then k end', 'fewest', 'min']]) }}
select asked.points as {{ sqlmetrics.quoted('points') }}, {{ sqlmetrics.count_records() }} as {{ sqlmetrics.quoted('targets') }},
    avg({{ sqlmetrics.as_double('alone') }}) as {{ sqlmetrics.quoted('unicity') }},
    avg({{ sqlmetrics.as_double('at_risk') }}) as {{ sqlmetrics.quoted('at_risk') }},
    min(fewest) as {{ sqlmetrics.quoted('k') }}
from asked
group by asked.points
order by asked.points
{%- endmacro %}
