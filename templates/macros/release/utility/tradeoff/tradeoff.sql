{#-
The experiment of Brickell and Shmatikov for one workload attribute and one release: a record per
metric, classifier and measure.

Majority names the most frequent value of the record's class, or of all where the class has nobody
to learn from; naive Bayes sums the logarithms of the smoothed shares, and a value that nobody
learnt from says nothing. A tie is a guess at random: it counts in parts. `counted` is a table of
the cells, where the engine would otherwise read the relations once per use of them.
-#}
{%- macro tradeoff(experiment, counted=none) -%}
{%- set values = [] -%}
{%- set keys = [] -%}
{%- for column in experiment.columns %}{% do values.append('v_' ~ column.number) %}{%
    if column.keyed %}{% do keys.append('v_' ~ column.number) %}{% endif %}{% endfor -%}
{%- set y = 'v_' ~ experiment.target.number -%}
{%- set alpha = sqlmetrics.as_double(experiment.alpha) -%}
{%- set by_class = ['origin'] + keys -%}
with
{% if counted -%}
-- a row per origin and combination of values
cells as (
    select origin, {{ values | join(', ') }}, members, tested, learnt
    from {{ counted }} counted_cells
)
{%- else -%}
{{ sqlmetrics.tradeoff_cells(experiment) }}
{%- endif %},
-- a row per origin and label
labels as (
    select
        origin, {{ y }} as label,
        sum(cells.members) as members, sum(cells.tested) as tested, sum(cells.learnt) as learnt
    from cells
    group by origin, {{ y }}
),
-- a row per origin and label
priors as (
    select
        origin, label, tested, learnt,
        max(learnt) over (partition by origin) as most_learnt
    from labels
),
-- a row per origin and label
favourites as (
    select
        origin, label, tested,
        case when learnt > 0 and learnt >= most_learnt * 0.999999999 then 1 else 0 end as favourite,
        sum(case when learnt > 0 and learnt >= most_learnt * 0.999999999 then 1 else 0 end)
            over (partition by origin) as favourite_labels
    from priors
),
-- a row per origin, class and label
class_labels as (
    select
        {{ by_class | join(', ') }}, {{ y }} as label,
        sum(cells.tested) as tested, sum(cells.learnt) as learnt
    from cells
    group by {{ by_class | join(', ') }}, {{ y }}
),
-- a row per origin, class and label
classes as (
    select
        {{ by_class | join(', ') }}, label, tested, learnt,
        max(learnt) over (partition by {{ by_class | join(', ') }}) as most_learnt,
        sum(tested) over (partition by {{ by_class | join(', ') }}) as class_tested
    from class_labels
),
-- a row per origin, class and label
class_votes as (
    select
        origin, label, tested, class_tested,
        case when most_learnt > 0 then 0 else 1 end as unseen,
        case when most_learnt > 0 and learnt >= most_learnt * 0.999999999 then 1 else 0 end as voted,
        sum(case when most_learnt > 0 and learnt >= most_learnt * 0.999999999 then 1 else 0 end)
            over (partition by {{ by_class | join(', ') }}) as votes
    from classes
),
-- a row per origin and label
class_outcomes as (
    select
        origin, label,
        sum(case when voted = 1 then class_tested / votes else 0 end) as predicted,
        sum(case when voted = 1 then tested / votes else 0 end) as correct,
        sum(case when class_votes.unseen = 1 then tested else 0 end) as unseen
    from class_votes
    group by origin, label
),
-- a row per origin and label
outcomes_unseen as (
    select
        origin, label, predicted, correct, unseen,
        sum(unseen) over (partition by origin) as all_unseen
    from class_outcomes
),
-- a row per origin and label
majority as (
    select
        favourites.origin as origin, favourites.tested as tested,
        outcomes_unseen.all_unseen as unseen,
        outcomes_unseen.predicted + case when favourite = 1 then outcomes_unseen.all_unseen / favourite_labels
            else 0 end as predicted,
        outcomes_unseen.correct + case when favourite = 1 then outcomes_unseen.unseen / favourite_labels
            else 0 end as correct
    from favourites
    join outcomes_unseen on outcomes_unseen.origin = favourites.origin
        and outcomes_unseen.label = favourites.label
),
-- a row per feature
features as (
    select 0 as feature{{ sqlmetrics.one_row() }} union all
    {%- for column in experiment.columns if column.number != experiment.target.number %}
    select {{ column.number }} as feature{{ sqlmetrics.one_row() }}{{ ' union all' if not loop.last }}
    {%- endfor %}
),
-- a row per origin, feature, value and label
learnt_values as (
    select
        cells.origin as origin, features.feature as feature, {{ sqlmetrics.feature_text(experiment,
            'cells') }} as feature_text,
        cells.{{ y }} as label,
        sum(cells.learnt) as learnt
    from cells
    cross join features
    where cells.learnt > 0
    group by cells.origin, features.feature, {{ sqlmetrics.feature_text(experiment, 'cells') }}, cells.{{ y }}
),
-- a row per origin, feature and value
seen_values as (
    select origin, feature, feature_text
    from learnt_values
    group by origin, feature, feature_text
),
-- a row per origin, feature and value
counted_values as (
    select
        origin, feature, feature_text,
        {{ sqlmetrics.as_double('count(*) over (partition by origin, feature)') }} as forms
    from seen_values
),
-- a row per origin and label
label_sizes as (
    select
        origin, label, learnt,
        sum(learnt) over (partition by origin) as all_learnt
    from learnt_values
    where feature = 0
),
-- a row per origin, feature, value and label
evidence as (
    select
        counted_values.origin as origin, counted_values.feature as feature,
        counted_values.feature_text as feature_text,
        label_sizes.label as label,
        case
            when counted_values.feature = 0
                then {{ sqlmetrics.ln('label_sizes.learnt / label_sizes.all_learnt') }}
            else {{ sqlmetrics.ln('(coalesce(learnt_values.learnt, 0) + ' ~ alpha
                ~ ') / (label_sizes.learnt + ' ~ alpha ~ ' * counted_values.forms)') }}
        end as weight
    from counted_values
    join label_sizes on label_sizes.origin = counted_values.origin
    left join learnt_values
        on learnt_values.origin = counted_values.origin and learnt_values.feature = counted_values.feature
        and learnt_values.feature_text = counted_values.feature_text
            and learnt_values.label = label_sizes.label
),
-- a row per tested cell
tests as (
    select
        origin, {{ values | join(', ') }}, tested,
        row_number() over (order by origin, {{ values | join(', ') }}) as cell
    from cells
    where tested > 0
),
-- a row per tested cell and feature
test_values as (
    select
        tests.cell as cell, tests.origin as origin, tests.{{ y }} as truth, tests.tested as tested,
        features.feature as feature, {{ sqlmetrics.feature_text(experiment, 'tests') }} as feature_text
    from tests
    cross join features
),
-- a row per tested cell and label
likelihoods as (
    select
        test_values.cell as cell, test_values.origin as origin, test_values.truth as truth,
        test_values.tested as tested,
        evidence.label as label,
        sum(evidence.weight) as likelihood
    from test_values
    join evidence
        on evidence.origin = test_values.origin and evidence.feature = test_values.feature
        and evidence.feature_text = test_values.feature_text
    group by test_values.cell, test_values.origin, test_values.truth, test_values.tested, evidence.label
){{ ',' if not experiment.likelihoods }}
{%- if experiment.likelihoods %}
select tests.origin, {{ values | join(', ') }}, tests.tested, likelihoods.label, likelihoods.likelihood
from likelihoods
join tests on tests.cell = likelihoods.cell
{%- else %}
-- a row per tested cell and label
ranked as (
    select
        cell, origin, truth, tested, label, likelihood,
        max(likelihood) over (partition by cell) as most_likely
    from likelihoods
),
-- a row per tested cell and label
guesses as (
    select
        origin, truth, tested, label,
        case when likelihood >= most_likely - 0.000000001 then 1 else 0 end as guessed,
        sum(case when likelihood >= most_likely - 0.000000001 then 1 else 0 end)
            over (partition by cell) as guessed_labels
    from ranked
),
-- a row per origin and label
guess_outcomes as (
    select
        origin, label,
        sum(tested / guessed_labels) as predicted,
        sum(case when truth = label then tested / guessed_labels else 0 end) as correct
    from guesses
    where guessed = 1
    group by origin, label
),
-- a row per classifier, origin and label
outcomes as (
    select {{ sqlmetrics.literal('majority') }} as classifier, origin, tested, predicted, correct, unseen
    from majority
    union all
    select
        {{ sqlmetrics.literal('naive_bayes') }} as classifier,
        labels.origin as origin, labels.tested as tested,
        coalesce(guess_outcomes.predicted, 0) as predicted, coalesce(guess_outcomes.correct, 0) as correct,
        0 as unseen
    from labels
    left join guess_outcomes on guess_outcomes.origin = labels.origin and guess_outcomes.label = labels.label
),
-- a row per classifier and origin
qualities as (
    select
        classifier, origin,
        sum(outcomes.tested) as tested,
        case when sum(outcomes.tested) > 0 then sum(outcomes.correct) / sum(outcomes.tested) end as accuracy,
        avg(case when outcomes.tested + outcomes.predicted > 0
            then 2 * outcomes.correct / (outcomes.tested + outcomes.predicted) end) as macro_f1,
        case when sum(outcomes.tested) > 0 then max(outcomes.unseen) / sum(outcomes.tested) end as unseen
    from outcomes
    group by classifier, origin
),
-- a row per origin
learners as (
    select
        origin,
        sum(case when members > 0 then 1 else 0 end) as original_labels,
        sum(case when learnt > 0 then 1 else 0 end) as learnt_labels,
        sum(case when members > 0 and learnt > 0 then 1 else 0 end) as common_labels
    from labels
    group by origin
),
-- one row
facts as (
    select
        max(learners.original_labels) as original_labels,
        max(case when origin = {{ sqlmetrics.literal('released') }}
            then learners.learnt_labels end) as learnt_labels,
        max(case when origin = {{ sqlmetrics.literal('released') }}
            then learners.common_labels end) as common_labels
    from learners
),
-- a row per measure
measures as (
    select {{ sqlmetrics.literal('accuracy') }} as measure{{ sqlmetrics.one_row() }} union all
    select {{ sqlmetrics.literal('f1') }} as measure{{ sqlmetrics.one_row() }}
),
-- a row per classifier, origin and measure
measured as (
    select
        qualities.classifier as classifier, qualities.origin as origin, measures.measure as measure,
        qualities.tested as tested, qualities.unseen as unseen,
        case when measures.measure = {{ sqlmetrics.literal('f1') }} then qualities.macro_f1
            else qualities.accuracy end as quality,
        case when qualities.origin in ({{ sqlmetrics.literal('keys') }}, {{ sqlmetrics.literal('secrets') }})
            then 1 else 0 end as apart
    from qualities
    cross join measures
),
{{ sqlmetrics.quality_records(experiment) }}
{%- endif %}
{%- endmacro %}
