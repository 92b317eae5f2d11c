{#- Made by scripts/dbt_catalogue from the headers of macros/metrics. -#}

{% test k_anonymity(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, targets=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'k_anonymity', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, targets=targets, attackers=attackers) }}
{% endtest %}

{% test prosecutor_risk(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'prosecutor_risk', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test average_prosecutor_risk(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'average_prosecutor_risk', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test records_at_risk(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', parameters=none, suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, targets=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'records_at_risk', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, parameters=parameters, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, targets=targets, attackers=attackers) }}
{% endtest %}

{% test uniqueness(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'uniqueness', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test distinction(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'distinction', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test unicity(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, targets=none) %}
{{ sqlmetrics.threshold_test(model, 'unicity', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, targets=targets) }}
{% endtest %}

{% test points_to_single_out(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', parameters=none, suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, targets=none) %}
{{ sqlmetrics.threshold_test(model, 'points_to_single_out', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, parameters=parameters, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, targets=targets) }}
{% endtest %}

{% test separation(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'separation', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test class_imbalance(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'class_imbalance', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test itpr(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'itpr', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test discrimination_rate(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, targets=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'discrimination_rate', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, targets=targets, attackers=attackers) }}
{% endtest %}

{% test adjusted_discrimination_rate(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'adjusted_discrimination_rate', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test miller_madow_discrimination_rate(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'miller_madow_discrimination_rate', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test entropy_l_diversity_risk(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'entropy_l_diversity_risk', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test alpha_k_anonymity(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, targets=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'alpha_k_anonymity', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, targets=targets, attackers=attackers) }}
{% endtest %}

{% test t_closeness_equal(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 't_closeness_equal', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test t_closeness_ordered(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, order=none, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 't_closeness_ordered', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, order=order, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test t_closeness_hierarchical(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, hierarchy=none, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 't_closeness_hierarchical', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, hierarchy=hierarchy, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test delta_disclosure(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', parameters=none, suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'delta_disclosure', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, parameters=parameters, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test delta_disclosure_strict(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', parameters=none, suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'delta_disclosure_strict', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, parameters=parameters, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test basic_beta_likeness(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'basic_beta_likeness', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test enhanced_beta_likeness(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'enhanced_beta_likeness', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test distinct_l_diversity(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'distinct_l_diversity', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test entropy_l_diversity(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'entropy_l_diversity', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test recursive_cl_diversity(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', parameters=none, suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'recursive_cl_diversity', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, parameters=parameters, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test value_imbalance(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'value_imbalance', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test conditional_privacy(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'conditional_privacy', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test maximum_information_leakage(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'maximum_information_leakage', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test skewness(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'skewness', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test mutual_information(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'mutual_information', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test specific_surprise(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'specific_surprise', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test j_measure(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'j_measure', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test miller_madow_mutual_information(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'miller_madow_mutual_information', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test a_know(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'a_know', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test a_acc(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, targets=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'a_acc', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, targets=targets, attackers=attackers) }}
{% endtest %}

{% test baseline_accuracy(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'baseline_accuracy', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test posterior_accuracy(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'posterior_accuracy', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test a_diff(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'a_diff', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test a_quot(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', parameters=none, suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'a_quot', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, parameters=parameters, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test gain_bound(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'gain_bound', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test entropy(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'entropy', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test miller_madow_entropy(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'miller_madow_entropy', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test conditional_entropy(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'conditional_entropy', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test miller_madow_conditional_entropy(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'miller_madow_conditional_entropy', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test normalized_conditional_entropy(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'normalized_conditional_entropy', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test joint_entropy(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'joint_entropy', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test miller_madow_joint_entropy(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'miller_madow_joint_entropy', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test appearances(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'appearances', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, attackers=attackers) }}
{% endtest %}

{% test discernibility(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'discernibility', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}

{% test average_class_size(model, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, partition=none, partitions=none, individual=none, nulls='category', undefined='fail', parameters=none, suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, known=none, attackers=none) %}
{{ sqlmetrics.threshold_test(model, 'average_class_size', column_name=column_name, at_least=at_least, at_most=at_most, quasi_identifiers=quasi_identifiers, partition=partition, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, parameters=parameters, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, known=known, attackers=attackers) }}
{% endtest %}
