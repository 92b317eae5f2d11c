{#-
The statement of the generic test `no_worse_than` of a model of `score_history`: a row (metric,
target, partition, slice, records, score, threshold, reason) for each score of a table or a slice
that is riskier in the last run than in the run before, by more than the share `tolerance`. A score
that was defined and no longer is counts as riskier. A first run has nothing to compare with, nor
has a slice that the run before did not have. Slices of fewer than `min_people` are left out. An attacker is
compared by the columns that are known, and the last column is the name.
-#}
{%- macro compared_runs(history, metrics=none, targets=none, tolerance=0, min_people=none) -%}
{%- if tolerance is not number or tolerance is boolean or tolerance < 0 -%}
{%- do sqlmetrics.fail("no_worse_than: tolerance is a share of the earlier score, 0 or more, not '" ~ tolerance ~ "'") -%}
{%- endif -%}
{%- if sqlmetrics.as_list(metrics) -%}{%- do sqlmetrics.metrics_asked(sqlmetrics.as_list(metrics), 'table') -%}{%- endif -%}
{%- set named = {'metric': sqlmetrics.metric_names(sqlmetrics.as_list(metrics)) | reject('equalto', 'all') | list, 'target': sqlmetrics.as_list(targets)} -%}
{%- set key = ['metric', 'target', 'partition', 'quasi_identifiers', 'parameters', 'direction'] -%}
{%- set columns = adapter.get_columns_in_relation(history) | map(attribute='name') | map('lower') | list if execute else ['slice'] -%}
{%- set sliced = 'slice' in columns -%}
{%- set attacked = 'attacker' in columns -%}
{#- The worst of several hierarchies may be another one in each run, and is no part of what is compared. -#}
{%- set of_worst = sqlmetrics.quoted('parameters') ~ " like 'hierarchies=%'" -%}
{%- if sliced -%}{%- do key.append('slice') -%}{%- endif -%}
{%- set enough = sqlmetrics.enough_people(min_people, 'now_records') if sliced else '' -%}
{%- set value = sqlmetrics.quoted('value') -%}
with latest as (
    select scores, max(run_started_at_utc) as run
    from {{ history }} recorded
    group by scores
),
earlier as (
    select recorded.scores, max(recorded.run_started_at_utc) as run
    from {{ history }} recorded
    join latest on latest.scores = recorded.scores
    where recorded.run_started_at_utc < latest.run
    group by recorded.scores
),
paired as (
    select
        {%- for column in key if column != 'parameters' %}
        recorded.{{ sqlmetrics.quoted(column) }},
        {%- endfor %}
        max(case when recorded.run_started_at_utc = latest.run then recorded.{{ sqlmetrics.quoted('records') }} end) as now_records,
        max(case when recorded.run_started_at_utc = latest.run then recorded.{{ value }} end) as now_value,
        max(case when recorded.run_started_at_utc = latest.run then recorded.{{ sqlmetrics.quoted('reason') }} end) as now_reason,
        max(case when recorded.run_started_at_utc = earlier.run then recorded.{{ value }} end) as before_value
        {%- if attacked %},
        max(case when recorded.run_started_at_utc = latest.run then recorded.{{ sqlmetrics.quoted('attacker') }} end) as now_attacker
        {%- endif %}
    from {{ history }} recorded
    join latest on latest.scores = recorded.scores
    join earlier on earlier.scores = recorded.scores
    where
        recorded.{{ sqlmetrics.quoted('level') }} = 'table'
        and recorded.run_started_at_utc in (latest.run, earlier.run)
        {%- for column, names in named.items() if names %}
        and recorded.{{ sqlmetrics.quoted(column) }} in (
            {%- for name in names %}{{ sqlmetrics.literal(name) }}{{ ', ' if not loop.last }}{% endfor -%}
        )
        {%- endfor %}
    group by
        recorded.scores
        {%- for column in key %}, {{ 'case when recorded.' ~ of_worst ~ " then 'several' else recorded." ~ sqlmetrics.quoted(column) ~ ' end' if column == 'parameters' else 'recorded.' ~ sqlmetrics.quoted(column) }}{% endfor %}
    having max(case when recorded.run_started_at_utc = latest.run then 1 else 0 end) = 1
),
limited as (
    select
        paired.*,
        case when {{ sqlmetrics.quoted('direction') }} = 'higher is safer' then -1 else 1 end as sign,
        before_value + case when {{ sqlmetrics.quoted('direction') }} = 'higher is safer' then -1 else 1 end
        * {{ sqlmetrics.as_double(tolerance) }} * abs(before_value) as limit_value
    from paired
    where before_value is not null
)
select
    {{ sqlmetrics.quoted('metric') }}, {{ sqlmetrics.quoted('target') }}, {{ sqlmetrics.quoted('partition') }}, {{ sqlmetrics.slice_recorded(key) }} as {{ sqlmetrics.quoted('slice') }}, now_records as {{ sqlmetrics.quoted('records') }},
    now_value as score,
    limit_value as threshold,
    case when now_value is null then now_reason else 'score is riskier than in the run before' end as reason
    {{- ', now_attacker as ' ~ sqlmetrics.quoted('attacker') if attacked }}
from limited
where {{ enough ~ ' and (' if enough }}
    now_value is null
    or sign * (now_value - limit_value) > 1e-9 * case when abs(limit_value) > 1 then abs(limit_value) else 1 end
    {{- '\n    )' if enough }}
{%- endmacro %}
