{#-
The records of classifiers, one per metric, classifier and measure, from the common table
expressions `measured` (classifier, origin, measure, tested, unseen, quality and whether the origin
is keys and secrets `apart`) and `facts` (original_labels, learnt_labels, common_labels). A metric
is an aggregate over `measured`.
-#}
{%- macro quality_records(experiment) -%}
-- a row per classifier and measure
results as (
    select
        classifier, measure,
        max(measured.tested) as tested,
        {%- for metric in experiment.metrics %}
        {{ sqlmetrics[metric.name]() }} as {{ sqlmetrics.quoted(metric.name) }}{{ ',' if not loop.last }}
        {%- endfor %}
    from measured
    group by classifier, measure
),
-- a row per metric
metrics as (
    {%- for metric in experiment.metrics %}
    select {{ sqlmetrics.literal(metric.name) }} as metric, {{ loop.index }} as place_of_metric, {{ 1
        if metric.needs == 'release' else 0 }} as of_release, {{ 1 if metric.once
        else 0 }} as once{{ sqlmetrics.one_row() }}{{ ' union all' if not loop.last }}
    {%- endfor %}
),
-- a row per metric, classifier and measure
records as (
    select
        metrics.metric as metric, metrics.place_of_metric as place_of_metric,
        metrics.of_release as of_release, results.classifier as classifier, results.measure as measure,
        results.tested as tested, facts.original_labels as original_labels,
        facts.learnt_labels as learnt_labels, facts.common_labels as common_labels,
        case metrics.metric
            {%- for metric in experiment.metrics %}
            when {{ sqlmetrics.literal(metric.name) }} then results.{{ sqlmetrics.quoted(metric.name) }}
            {%- endfor %}
        end as quality
    from results
    cross join metrics
    cross join facts
    where metrics.once = 0
        or (results.classifier = {{ sqlmetrics.literal('majority') }}
            and results.measure = {{ sqlmetrics.literal('accuracy') }})
),
-- a row per metric, classifier and measure
reasons as (
    select
        metric, place_of_metric, classifier, measure, tested, quality,
        case
            when coalesce(tested, 0) = 0 then {{ sqlmetrics.literal('no record is held out') }}
            when original_labels < 2
                then {{ sqlmetrics.literal('the workload attribute has a single value') }}
            when of_release = 0 then null
            {%- if not experiment.release %}
            when 1 = 1 then {{ sqlmetrics.literal('the release does not have the attribute') }}
            {%- endif %}
            when coalesce(learnt_labels, 0) = 0
                then {{ sqlmetrics.literal('the release has no record to learn from') }}
            when common_labels = 0 then {{
                sqlmetrics.literal("none of the release's values of the attribute are the original's") }}
        end as reason
    from records
)
select
    metric as {{ sqlmetrics.quoted('metric') }},
    {{ sqlmetrics.literal(experiment.target.column) }} as {{ sqlmetrics.quoted('target') }},
    {{ sqlmetrics.literal(experiment.name) }} as {{ sqlmetrics.quoted('release') }},
    classifier as {{ sqlmetrics.quoted('classifier') }},
    measure as {{ sqlmetrics.quoted('measure') }},
    tested as {{ sqlmetrics.quoted('records') }},
    case when reason is null then quality end as {{ sqlmetrics.quoted('value') }},
    reason as {{ sqlmetrics.quoted('reason') }}
from reasons
order by place_of_metric, classifier, measure
{%- endmacro %}
