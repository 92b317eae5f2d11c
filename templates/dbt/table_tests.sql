{#- The generic test of published tables, which group a model of people. -#}

{% test outputs(model, metric, column_name=none, keys=none, cube=none, at_least=none, at_most=none, measure=none, weight=none, individual=none, partitions=none, minimum_frequency=10, dominance=none, p_percent=10, class_share=1, undefined='fail') %}
{{ sqlmetrics.outputs_test(model, metric, keys=keys, cube=cube, column_name=column_name, at_least=at_least, at_most=at_most, measure=measure, weight=weight, individual=individual, partitions=partitions, minimum_frequency=minimum_frequency, dominance=dominance, p_percent=p_percent, class_share=class_share, undefined=undefined) }}
{% endtest %}
