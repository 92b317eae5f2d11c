{#- The generic test of a release beside its earlier ones. -#}

{% test with_earlier_releases(model, previous, metric, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, individual=none, partitions=none, suppressed=none, keep_suppressed=false, targets=none, undefined='fail') %}
{{ sqlmetrics.series_threshold(model, previous, metric, column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, individual=individual, partitions=partitions, suppressed=suppressed, keep_suppressed=keep_suppressed, targets=targets, undefined=undefined) }}
{% endtest %}
