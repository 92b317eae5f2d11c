{#-
The end of a statement on `cells`, each with its records in the original (n_0) and in a release (n),
the propensity score of these and the number of parameters of the model: one row per release, with
the records of both sides, the parameters and a column per metric.
-#}
{%- macro propensity_metrics(metrics, cells) -%}
-- a row per release
totals as (
    select
        release_number, sum(n_0) as total, sum(n) as released_total, max(parameters) as parameters,
        sum(n) / nullif(sum(n_0) + sum(n), 0) as released_share
    from {{ cells }} counted
    group by release_number
),
-- a row per release
facts as (
    select
        counted.release_number as release_number, max(totals.total) as total,
        max(totals.released_total) as released_total, max(totals.parameters) as parameters,
        max(totals.released_share) as released_share,
        sum((n_0 + n) * (propensity - totals.released_share)
            * (propensity - totals.released_share)) as squares
    from {{ cells }} counted
    join totals on totals.release_number = counted.release_number
    group by counted.release_number
)
select
    release_number, total, released_total, parameters
    {%- for metric in metrics %},
    {{ sqlmetrics[metric]() }} as {{ sqlmetrics.quoted(metric) }}
    {%- endfor %}
from facts
order by release_number
{%- endmacro %}
