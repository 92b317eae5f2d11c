{#-
Generic tests of models of `scores` and `score_history`. They stand below the models that keep the
scores, so that `dbt build` records a run before it fails.
-#}

{% test within(model, metric=none, at_least=none, at_most=none, target=none, partition=none, undefined='fail', min_people=none, attacker=none, limits=none) %}
{{ sqlmetrics.recorded_limits(model, metric=metric, at_least=at_least, at_most=at_most, target=target, partition=partition, undefined=undefined, min_people=min_people, attacker=attacker, limits=limits) }}
{% endtest %}

{% test no_worse_than(model, metrics=none, targets=none, tolerance=0, min_people=none) %}
{{ sqlmetrics.compared_runs(model, metrics=metrics, targets=targets, tolerance=tolerance, min_people=min_people) }}
{% endtest %}
