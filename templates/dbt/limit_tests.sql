{#- The generic test of the limits that others have published, by their names. -#}

{% test published_limits(model, limits, column_name=none, quasi_identifiers=none, sensitive=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, attackers=none) %}
{{ sqlmetrics.limits_test(model, limits, column_name=column_name, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, attackers=attackers) }}
{% endtest %}
