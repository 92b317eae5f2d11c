{#-
What 1 to `known.points` points of a person give away of who it is, as score records: see `event_records`. The
people who were looked for are the records. The fewest candidates of a set are NULL where they are only
known to be many, and a bound where people are drawn.
-#}
{%- macro event_identity(plan, known) -%}
{%- set at_risk = 'case when ' ~ sqlmetrics.as_double('1') ~ ' / k > ' ~ known.threshold
    ~ ' then 1 else 0 end' -%}
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
    select learnt.p as p, learnt.target as target, {{ 'case when learnt.p = 1 then learnt.holders else '
        ~ known.enough ~ ' end' if known.enough else 'learnt.holders' }} as k,
        case when learnt.p = 1 then 1 else 0 end as counted
    from learnt
    join taken on taken.target = learnt.target and learnt.p <= taken.hidden_p
    {%- endif %}
),
{{ sqlmetrics.event_shown(known, [['case when k = 1 then 1 else 0 end', 'alone'], [at_risk, 'at_risk']],
    [['case when counted = 1 then k end', 'fewest', 'min']]) }},
-- a number of points, and how many people are alone or at risk with them; of all sets, in a share of them
answered as (
    select asked.points as points, {{ sqlmetrics.count_records() }} as targets,
    sum({{ sqlmetrics.as_double('alone') }}) as alone,
        sum({{ sqlmetrics.as_double('at_risk') }}) as at_risk, {{ sqlmetrics.as_double('min(fewest)') }} as k
    from asked
    group by asked.points
),
{% if known.drawn -%}
-- the same with the centres of intervals
centres as (
    select points, targets, k
        {%- for hits in ['alone', 'at_risk'] %},
        {{ hits }}, {{ sqlmetrics.wilson_centre(hits, 'targets') }} as {{ hits }}_centre,
        {{ sqlmetrics.wilson_error(hits, 'targets') }} as {{ hits }}_error
        {%- endfor %}
    from answered
),
{% endif -%}
{% set needed = [] -%}
{%- for metric in plan.metrics if metric.name == 'points_to_single_out' -%}
{%- do needed.append(sqlmetrics.double_literal(metric.parameters.share)) -%}
{%- endfor -%}
{%- set kept = ['points', 'targets', 'k'] -%}
{%- for hits in ['alone', 'at_risk'] -%}
{%- do kept.extend([hits ~ '_share', hits ~ '_low', hits ~ '_high'] if known.drawn else [hits ~ '_share']) -%}
{%- endfor -%}
-- a number of points, with the shares of the people and the ends of their intervals
{{ 'point_shares' if needed else 'estimated' }} as (
    select points, targets, k
        {%- for hits in ['alone', 'at_risk'] %},
        {{ hits }} / targets as {{ hits }}_share
        {%- if known.drawn %},
        {{ sqlmetrics.wilson_low(hits, 'targets') }} as {{ hits }}_low,
        {{ sqlmetrics.wilson_high(hits, 'targets') }} as {{ hits }}_high
        {%- endif %}
        {%- endfor %}
    from {{ 'centres' if known.drawn else 'answered' }}
)
{%- for share in needed %},
-- the same with the fewest points that single out a share of the people; more, where not even all do
estimated as (
    select {{ kept | join(', ') }},
        {{ sqlmetrics.as_double('min(case when alone_share >= ' ~ share
            ~ ' then points end) over ()') }} as fewest_points
        {%- if known.drawn %},
        {{ sqlmetrics.as_double('min(case when alone_high >= ' ~ share ~ ' then points when points = '
            ~ known.points ~ ' then points + 1 end) over ()') }} as fewest_low,
        {{ sqlmetrics.as_double('min(case when alone_low >= ' ~ share
            ~ ' then points end) over ()') }} as fewest_high
        {%- else %},
        {{ sqlmetrics.as_double('case when min(case when alone_share >= ' ~ share
            ~ ' then points end) over () is null then min(case when points = ' ~ known.points
            ~ ' then points + 1 end) over () end') }} as fewest_low
        {%- endif %}
    from point_shares
)
{%- endfor -%}
{{ sqlmetrics.event_records(plan, known, {
    'unicity': ['alone_share', 'alone_low', 'alone_high'],
    'points_to_single_out': ['fewest_points', 'fewest_low', 'fewest_high'],
    'records_at_risk': ['at_risk_share', 'at_risk_low', 'at_risk_high'],
    'k_anonymity': ['case when k = 1 then k end', 'case when targets > 0 then 1 end', 'k'],
} if known.drawn else {
    'unicity': ['alone_share'],
    'points_to_single_out': ['fewest_points', 'fewest_low'],
    'records_at_risk': ['at_risk_share'],
    'k_anonymity': ['k'],
}) }}
{%- endmacro %}
