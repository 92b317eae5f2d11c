{#-
The experiment of Brickell and Shmatikov for one workload attribute and one release: a record per metric, classifier and measure.

Majority names the most frequent value of the record's class, or of all where the class has nobody to learn from; naive Bayes sums the
logarithms of the smoothed shares, and a value that nobody learnt from says nothing. A tie is a guess at random: it counts in parts.
`counted` is a table of the cells, where the engine would otherwise read the relations once per use of them.
-#}
{%- macro tradeoff(experiment, counted=none) -%}
{%- set values = [] -%}
{%- set keys = [] -%}
{%- for column in experiment.columns %}{% do values.append('v_' ~ column.number) %}{% if column.keyed %}{% do keys.append('v_' ~ column.number) %}{% endif %}{% endfor -%}
{%- set y = 'v_' ~ experiment.target.number -%}
{%- set by_class = ['origin'] + keys -%}
with
{% if counted -%}
cells as (
    select origin, {{ values | join(', ') }}, members, tested, learnt
    from {{ counted }} counted_cells
)
{%- else -%}
{{ sqlmetrics.tradeoff_cells(experiment) }}
{%- endif %},
labels as (
    select
        origin, {{ y }} as label,
        sum(members) as members, sum(tested) as tested, sum(learnt) as learnt
    from cells
    group by origin, {{ y }}
),
priors as (
    select
        origin, label, members, tested, learnt,
        sum(learnt) over (partition by origin) as all_learnt,
        max(learnt) over (partition by origin) as most_learnt
    from labels
),
favourites as (
    select
        origin, label, members, tested, learnt, all_learnt,
        case when learnt > 0 and learnt >= most_learnt * 0.999999999 then 1 else 0 end as favourite,
        sum(case when learnt > 0 and learnt >= most_learnt * 0.999999999 then 1 else 0 end) over (partition by origin) as favourite_labels
    from priors
),
class_labels as (
    select
        {{ by_class | join(', ') }}, {{ y }} as label,
        sum(tested) as tested, sum(learnt) as learnt
    from cells
    group by {{ by_class | join(', ') }}, {{ y }}
),
classes as (
    select
        {{ by_class | join(', ') }}, label, tested, learnt,
        max(learnt) over (partition by {{ by_class | join(', ') }}) as most_learnt,
        sum(tested) over (partition by {{ by_class | join(', ') }}) as class_tested
    from class_labels
),
class_votes as (
    select
        origin, label, tested, class_tested,
        case when most_learnt > 0 then 0 else 1 end as unseen,
        case when most_learnt > 0 and learnt >= most_learnt * 0.999999999 then 1 else 0 end as voted,
        sum(case when most_learnt > 0 and learnt >= most_learnt * 0.999999999 then 1 else 0 end) over (partition by {{ by_class | join(', ') }}) as votes
    from classes
),
class_outcomes as (
    select
        origin, label,
        sum(case when voted = 1 then class_tested / votes else 0 end) as predicted,
        sum(case when voted = 1 then tested / votes else 0 end) as correct,
        sum(case when unseen = 1 then tested else 0 end) as unseen
    from class_votes
    group by origin, label
),
outcomes_unseen as (
    select
        origin, label, predicted, correct, unseen,
        sum(unseen) over (partition by origin) as all_unseen
    from class_outcomes
),
majority as (
    select
        favourites.origin, favourites.label, favourites.tested,
        outcomes_unseen.all_unseen as unseen,
        outcomes_unseen.predicted + case when favourite = 1 then outcomes_unseen.all_unseen / favourite_labels else 0 end as predicted,
        outcomes_unseen.correct + case when favourite = 1 then outcomes_unseen.unseen / favourite_labels else 0 end as correct
    from favourites
    join outcomes_unseen on outcomes_unseen.origin = favourites.origin and outcomes_unseen.label = favourites.label
),
features as (
    {%- for column in experiment.columns if column.number != experiment.target.number %}
    select {{ column.number }} as feature{{ sqlmetrics.one_row() }}{{ ' union all' if not loop.last }}
    {%- endfor %}
),
learnt_values as (
    select
        cells.origin, features.feature, {{ sqlmetrics.feature_text(experiment, 'cells') }} as feature_text, cells.{{ y }} as label,
        sum(cells.learnt) as learnt
    from cells
    cross join features
    where cells.learnt > 0
    group by cells.origin, features.feature, {{ sqlmetrics.feature_text(experiment, 'cells') }}, cells.{{ y }}
),
seen_values as (
    select origin, feature, feature_text
    from learnt_values
    group by origin, feature, feature_text
),
feature_sizes as (
    select origin, feature, {{ sqlmetrics.as_double(sqlmetrics.count_records()) }} as forms
    from seen_values
    group by origin, feature
),
evidence as (
    select
        seen_values.origin, seen_values.feature, seen_values.feature_text, favourites.label,
        {{ sqlmetrics.ln('(coalesce(learnt_values.learnt, 0) + ' ~ experiment.alpha ~ ') / (favourites.learnt + ' ~ experiment.alpha ~ ' * feature_sizes.forms)') }} as weight
    from seen_values
    join feature_sizes on feature_sizes.origin = seen_values.origin and feature_sizes.feature = seen_values.feature
    join favourites on favourites.origin = seen_values.origin
    left join learnt_values
        on learnt_values.origin = seen_values.origin and learnt_values.feature = seen_values.feature
        and learnt_values.feature_text = seen_values.feature_text and learnt_values.label = favourites.label
    where favourites.learnt > 0
),
tests as (
    select
        origin, {{ values | join(', ') }}, tested,
        row_number() over (order by origin, {{ values | join(', ') }}) as cell
    from cells
    where tested > 0
),
test_values as (
    select
        tests.cell, tests.origin, features.feature, {{ sqlmetrics.feature_text(experiment, 'tests') }} as feature_text
    from tests
    cross join features
),
weights as (
    select
        tests.cell, favourites.label, {{ sqlmetrics.ln('favourites.learnt / favourites.all_learnt') }} as weight
    from tests
    join favourites on favourites.origin = tests.origin
    where favourites.learnt > 0
    union all
    select test_values.cell, evidence.label, evidence.weight
    from test_values
    join evidence
        on evidence.origin = test_values.origin and evidence.feature = test_values.feature
        and evidence.feature_text = test_values.feature_text
),
likelihoods as (
    select cell, label, sum(weight) as likelihood
    from weights
    group by cell, label
),
{%- if experiment.likelihoods %}
learnt_labels as (
    select tests.origin, {{ values | join(', ') }}, tests.tested, likelihoods.label, likelihoods.likelihood
    from likelihoods
    join tests on tests.cell = likelihoods.cell
)
select origin, {{ values | join(', ') }}, tested, label, likelihood
from learnt_labels
{%- else %}
ranked as (
    select
        cell, label, likelihood,
        max(likelihood) over (partition by cell) as most_likely
    from likelihoods
),
guesses as (
    select
        cell, label,
        case when likelihood >= most_likely - 0.000000001 then 1 else 0 end as guessed,
        sum(case when likelihood >= most_likely - 0.000000001 then 1 else 0 end) over (partition by cell) as guessed_labels
    from ranked
),
guess_outcomes as (
    select
        tests.origin, guesses.label,
        sum(tests.tested / guesses.guessed_labels) as predicted,
        sum(case when tests.{{ y }} = guesses.label then tests.tested / guesses.guessed_labels else 0 end) as correct
    from guesses
    join tests on tests.cell = guesses.cell
    where guesses.guessed = 1
    group by tests.origin, guesses.label
),
outcomes as (
    select {{ sqlmetrics.literal('majority') }} as classifier, origin, label, tested, predicted, correct, unseen
    from majority
    union all
    select
        {{ sqlmetrics.literal('naive_bayes') }} as classifier,
        labels.origin, labels.label, labels.tested,
        coalesce(guess_outcomes.predicted, 0) as predicted, coalesce(guess_outcomes.correct, 0) as correct,
        0 as unseen
    from labels
    left join guess_outcomes on guess_outcomes.origin = labels.origin and guess_outcomes.label = labels.label
),
qualities as (
    select
        classifier, origin,
        sum(tested) as tested,
        case when sum(tested) > 0 then sum(correct) / sum(tested) end as accuracy,
        avg(case when tested + predicted > 0 then 2 * correct / (tested + predicted) end) as macro_f1,
        case when sum(tested) > 0 then max(unseen) / sum(tested) end as unseen
    from outcomes
    group by classifier, origin
),
learners as (
    select
        origin,
        sum(case when members > 0 then 1 else 0 end) as original_labels,
        sum(case when learnt > 0 then 1 else 0 end) as learnt_labels,
        sum(case when members > 0 and learnt > 0 then 1 else 0 end) as common_labels
    from labels
    group by origin
),
facts as (
    select
        max(original_labels) as original_labels,
        max(case when origin = {{ sqlmetrics.literal('released') }} then learnt_labels end) as learnt_labels,
        max(case when origin = {{ sqlmetrics.literal('released') }} then common_labels end) as common_labels
    from learners
),
measures as (
    select {{ sqlmetrics.literal('accuracy') }} as measure{{ sqlmetrics.one_row() }} union all
    select {{ sqlmetrics.literal('f1') }} as measure{{ sqlmetrics.one_row() }}
),
measured as (
    select
        qualities.classifier, qualities.origin, measures.measure, qualities.tested, qualities.unseen,
        case when measures.measure = {{ sqlmetrics.literal('f1') }} then qualities.macro_f1 else qualities.accuracy end as quality,
        case when qualities.origin in ({{ sqlmetrics.literal('keys') }}, {{ sqlmetrics.literal('secrets') }}) then 1 else 0 end as apart
    from qualities
    cross join measures
),
results as (
    select
        classifier, measure,
        max(tested) as tested,
        {%- for metric in experiment.metrics %}
        {{ sqlmetrics[metric.name]() }} as {{ metric.name }}{{ ',' if not loop.last }}
        {%- endfor %}
    from measured
    group by classifier, measure
),
metrics as (
    {%- for metric in experiment.metrics %}
    select {{ sqlmetrics.literal(metric.name) }} as metric, {{ loop.index }} as place_of_metric{{ sqlmetrics.one_row() }}{{ ' union all' if not loop.last }}
    {%- endfor %}
),
records as (
    select
        metrics.metric, metrics.place_of_metric, results.classifier, results.measure, results.tested, facts.original_labels, facts.learnt_labels, facts.common_labels,
        case metrics.metric
            {%- for metric in experiment.metrics %}
            when {{ sqlmetrics.literal(metric.name) }} then results.{{ metric.name }}
            {%- endfor %}
        end as quality
    from results
    cross join metrics
    cross join facts
    where metrics.metric <> {{ sqlmetrics.literal('unseen_classes') }} or (results.classifier = {{ sqlmetrics.literal('majority') }} and results.measure = {{ sqlmetrics.literal('accuracy') }})
),
reasons as (
    select
        metric, place_of_metric, classifier, measure, tested, quality,
        case
            when coalesce(tested, 0) = 0 then {{ sqlmetrics.literal('no record is held out') }}
            when original_labels < 2 then {{ sqlmetrics.literal('the workload attribute has a single value') }}
            when metric in ({{ sqlmetrics.literal('u_base') }}, {{ sqlmetrics.literal('u_max') }}) then null
            {%- if not experiment.release %}
            when 1 = 1 then {{ sqlmetrics.literal('the release does not have the attribute') }}
            {%- endif %}
            when coalesce(learnt_labels, 0) = 0 then {{ sqlmetrics.literal('the release has no record to learn from') }}
            when common_labels = 0 then {{ sqlmetrics.literal("none of the release's values of the attribute are the original's") }}
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
{%- endif %}
{%- endmacro %}
