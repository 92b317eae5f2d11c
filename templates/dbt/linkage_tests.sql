{#- The generic test of a release in which people of a file are looked for. -#}

{% test linkage(model, metric, file, at_most=none, quasi_identifiers=none, individual=none, agreement=0.9, nearly=none, links='best', undefined='fail') %}
{{ sqlmetrics.linkage_test(model, metric, file=file, at_most=at_most, quasi_identifiers=quasi_identifiers, individual=individual, agreement=agreement, nearly=nearly, links=links, undefined=undefined) }}
{% endtest %}
