{#-
The metrics of saturated propensity scores, in which each combination of values has its own: one row
per release, as `propensity_metrics` has it. Each relation is read once.

plan is as in group_counts, with one group of all columns; plan.metrics has the metrics' names
-#}
{%- macro saturated_propensities(plan) -%}
with
{{ sqlmetrics.group_counts(plan) }},
-- a row per release and combination of values
cells as (
    select
        release_number, n_0, n, n / nullif(n_0 + n, 0) as propensity,
        {{ sqlmetrics.as_double('count(*) over (partition by release_number)') }} as parameters
    from {{ sqlmetrics.of_releases(plan, 'counts', []) }} counted
    where n_0 + n > 0
),
{{ sqlmetrics.propensity_metrics(plan.metrics, 'cells') }}
{%- endmacro %}
