{#-
The statement of the generic test `within` of a model of `scores` or of `score_history`, of which
the last run counts: a row (metric, target, partition, slice, records, score, threshold, reason) for
each score of a table or a slice that misses its threshold or is undefined, an infinite one always,
and a row where there is no such score. Slices of fewer than `min_people` are left out. A score with an
interval is held by its end on the side of the threshold; of a model of `releases_together` it is the score of
all releases. Of several attackers the scores of each are held, or those of the one named `attacker`, and the
last column is the name. A published threshold has the name `limit` in its reason. It reads no record of the scored relation.
-#}
{%- macro last_recorded(scores, metric, at_least=none, at_most=none, target=none, partition=none, undefined='fail', min_people=none, attacker=none, limit=none) -%}
{%- if execute -%}
{%- set node = sqlmetrics.node_of(scores) -%}
{%- set releases = (node.config.meta or {}).get('sqlmetrics_releases') if node else none -%}
{%- set about = sqlmetrics.series_metric(metric) if releases else sqlmetrics.metrics_asked([metric], 'table')[0] -%}
{%- set metric = about.name -%}
{%- set right = sqlmetrics.bound_of(about, at_least, at_most, undefined) -%}
{%- set threshold = at_least if right == 'at_least' else at_most -%}
{%- if not sqlmetrics.is_relation(scores) -%}
{%- do sqlmetrics.fail('within: `where` would leave scores out; name a target or a partition instead') -%}
{%- endif -%}
{%- set columns = adapter.get_columns_in_relation(scores) | map(attribute='name') | map('lower') | list -%}
{%- set value = sqlmetrics.quoted('value') -%}
{%- set reason = sqlmetrics.quoted('reason') -%}
{%- set bounded = 'low' in columns -%}
{%- set attacked = 'attacker' in columns -%}
{%- if attacker is not none and not attacked -%}
{%- do sqlmetrics.fail("within: the scores are of one attacker; leave attacker out, or give the model of scores attackers: {" ~ attacker ~ ": [age, zip]}") -%}
{%- endif -%}
{%- set slice = sqlmetrics.slice_recorded(columns) -%}
{%- set enough = sqlmetrics.enough_people(min_people, sqlmetrics.quoted('records')) -%}
with held as (
    select
        {{ sqlmetrics.quoted('metric') }}, {{ sqlmetrics.quoted('target') }}, {{ sqlmetrics.quoted('partition') }}, {{ slice }} as {{ sqlmetrics.quoted('slice') }}, {{ sqlmetrics.quoted('records') }},
        {{ sqlmetrics.safe_end(right, threshold) if bounded else value }} as score, {{ reason }} as said
        {{- ', ' ~ sqlmetrics.quoted('attacker') if attacked }}
    from {{ scores }} recorded
    where
        {{ sqlmetrics.quoted('level') }} = 'table'
        and {{ sqlmetrics.quoted('metric') }} = {{ sqlmetrics.literal(metric) }}
        {%- if target is not none %}
        and {{ sqlmetrics.quoted('target') }} = {{ sqlmetrics.literal(target) }}
        {%- endif %}
        {%- if attacker is not none %}
        and {{ sqlmetrics.quoted('attacker') }} = {{ sqlmetrics.literal(attacker) }}
        {%- endif %}
        {%- if partition == 'raw' %}
        and {{ sqlmetrics.quoted('partition') }} is null
        {%- elif partition is not none %}
        and {{ sqlmetrics.quoted('partition') }} = {{ sqlmetrics.literal(partition) }}
        {%- endif %}
        {%- if releases %}
        and {{ sqlmetrics.quoted('attack') }} <> 'single_release'
        and {{ sqlmetrics.quoted('parameters') }} = {{ sqlmetrics.literal('releases=' ~ releases) }}
        {%- endif %}
        {%- if 'run_started_at_utc' in columns %}
        and run_started_at_utc = (
            select max(run_started_at_utc) from {{ scores }} same where same.scores = recorded.scores
        )
        {%- endif %}
)
select
    {{ sqlmetrics.quoted('metric') }}, {{ sqlmetrics.quoted('target') }}, {{ sqlmetrics.quoted('partition') }}, {{ sqlmetrics.quoted('slice') }}, {{ sqlmetrics.quoted('records') }},
    score, {{ sqlmetrics.as_double(threshold) }} as threshold,
    case
        when score is null then said
        else {{ sqlmetrics.literal(('score, or the end of its interval, is ' if bounded else 'score is ') ~ ('below at_least' if right == 'at_least' else 'above at_most') ~ (' of ' ~ limit if limit is not none else '')) }}
    end as reason
    {{- ', ' ~ sqlmetrics.quoted('attacker') if attacked }}
from held
where {{ enough ~ ' and (' if enough }}
    score {{ '<' if right == 'at_least' else '>' }} {{ sqlmetrics.outermost(right, threshold) }}
    or said like 'infinite%'
    {%- if undefined == 'fail' %}
    or score is null
    {%- endif %}
    {%- if enough %}
    )
    {%- endif %}
union all
select
    {{ sqlmetrics.literal(metric) }}, {{ sqlmetrics.literal(target or 'any target') }}, {{ sqlmetrics.literal(partition) if partition is not none else 'null' }}, null, null,
    null, {{ sqlmetrics.as_double(threshold) }}, 'no such score is recorded; measure it in the model of scores'
    {{- ', ' ~ (sqlmetrics.as_string('null') if attacker is none else sqlmetrics.literal(attacker)) if attacked }}
from (select count(*) as found from held) counted
where found = 0
{%- endif -%}
{%- endmacro %}
