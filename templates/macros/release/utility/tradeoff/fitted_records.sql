{#-
The records of classifiers that were fitted elsewhere. `qualities` is a relation of them:
classifier, origin, measure, tested and quality; `labels` counts the original's values of the
attribute, and `learnt` says whether the release taught any.
-#}
{%- macro fitted_records(experiment, qualities, labels, learnt) -%}
with
-- a row per classifier, origin and measure
measured as (
    select
        classifier, origin, measure, tested, {{ sqlmetrics.as_double('null') }} as unseen, quality,
        case when origin in ({{ sqlmetrics.literal('keys') }}, {{ sqlmetrics.literal('secrets') }}) then 1
            else 0 end as apart
    from {{ qualities }} fitted
),
-- one row
facts as (
    select {{ labels }} as original_labels, {{ 1 if learnt else 0 }} as learnt_labels, {{ 1 if learnt
        else 0 }} as common_labels{{ sqlmetrics.one_row() }}
),
{{ sqlmetrics.quality_records(experiment) }}
{%- endmacro %}
