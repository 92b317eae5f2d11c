{#-
The statement of the generic test `published_limits`: the rows of `threshold_test` for each of the published
`limits`, which the reason names.
-#}
{%- macro limits_test(relation, limits, column_name=none, quasi_identifiers=none, sensitive=none, partitions=none, individual=none, nulls='category', undefined='fail', suppressed=none, keep_suppressed=false, by=none, min_people=none, show_slices=false, attackers=none) -%}
{%- if execute -%}
{%- for limit in sqlmetrics.limits_named(limits) -%}
select *
from (
{{ sqlmetrics.threshold_test(relation, limit.metric, column_name=column_name, at_least=limit.at_least, at_most=limit.at_most, quasi_identifiers=quasi_identifiers, sensitive=sensitive, partitions=partitions, individual=individual, nulls=nulls, undefined=undefined, suppressed=suppressed, keep_suppressed=keep_suppressed, by=by, min_people=min_people, show_slices=show_slices, attackers=attackers, limit=limit.name) }}
) limit_{{ loop.index }}
{{- '\nunion all\n' if not loop.last }}
{%- endfor -%}
{%- endif -%}
{%- endmacro %}
