{#-
The statement of a plan's scores. Where some points of a person are known it has a statement for each
target, with the ends of intervals behind their columns. Of several attackers the last column is the name.
-#}
{%- macro scored(plan) -%}
{%- if plan.attackers -%}
{%- set rolled = [] -%}
{%- set columns = plan.quasi_identifiers | map(attribute='column') | list -%}
{%- for own in plan.attackers.values() -%}
{%- set places = [] -%}
{%- for key in own.quasi_identifiers -%}{%- do places.append(columns.index(key.column) + 1) -%}{%- endfor -%}
{%- do rolled.append([own, places]) -%}
{%- endfor -%}
{{ sqlmetrics.scores_of_attackers(plan.attackers, plan, rolled) }}
{%- elif plan.known is none -%}
{{ sqlmetrics.score(plan) }}
{%- else -%}
{%- set statements = [] -%}
{%- for target in plan.targets -%}
{%- set own = [] -%}
{%- for metric in plan.metrics if metric.targets in target.scopes -%}{%- do own.append(metric) -%}{%- endfor -%}
{%- set of_secret = target.attribute is not none -%}
{%- set of_target = dict(plan, targets=[dict(target, number=0, attribute=1 if of_secret else none)], attributes=[plan.attributes[target.attribute - 1]] if of_secret else [], metrics=own) -%}
{%- do statements.append(sqlmetrics.event_attribute(of_target, dict(plan.known, enough=none, work=none if plan.known.work is none else 30000000)) if of_secret else sqlmetrics.event_identity(of_target, plan.known)) -%}
{%- endfor -%}
{{ sqlmetrics.united(sqlmetrics.score_columns() + ['low', 'high'], statements) }}
{%- endif -%}
{%- endmacro %}
