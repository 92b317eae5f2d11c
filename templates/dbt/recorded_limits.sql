{#-
The statement of the generic test `within`: the rows of `last_recorded` of a metric, or of each of the
published `limits`.
-#}
{%- macro recorded_limits(scores, metric=none, at_least=none, at_most=none, target=none, partition=none, undefined='fail', min_people=none, attacker=none, limits=none) -%}
{%- if execute -%}
{%- if limits is none and metric is none -%}
{%- do sqlmetrics.fail('within: name a metric with at_least or at_most, or a published limit: limits: ontario_low') -%}
{%- elif limits is not none and [metric, at_least, at_most] | reject('none') | list -%}
{%- do sqlmetrics.fail('within: limits have a metric and a threshold of their own; leave out metric, at_least and at_most, or limits') -%}
{%- endif -%}
{%- for limit in ([{'name': none, 'metric': metric, 'at_least': at_least, 'at_most': at_most}] if limits is none else sqlmetrics.limits_named(limits)) -%}
{%- set statement = sqlmetrics.last_recorded(scores, limit.metric, at_least=limit.at_least, at_most=limit.at_most, target=target, partition=partition, undefined=undefined, min_people=min_people, attacker=attacker, limit=limit.name) -%}
{%- if limits is none -%}
{{ statement }}
{%- else -%}
select *
from (
{{ statement }}
) limit_{{ loop.index }}
{{- '\nunion all\n' if not loop.last }}
{%- endif -%}
{%- endfor -%}
{%- endif -%}
{%- endmacro %}
