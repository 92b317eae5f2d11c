{#-
The metrics of propensity scores that a model fitted: one row per release, as `propensity_metrics`
has it.

cells    a relation of release_number, n_0, n, propensity and parameters
metrics  the names of the metrics
-#}
{%- macro fitted_propensities(cells, metrics) -%}
with
{{ sqlmetrics.propensity_metrics(metrics, cells) }}
{%- endmacro %}
