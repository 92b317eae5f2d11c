{#-
The common table expressions below the results: the counts, the classes of each target, `targets`
and, at class level, `class_facts`.
-#}
{%- macro count_facts(plan) -%}
{{ sqlmetrics.counts(plan) }},
{%- for target in plan.targets if target.attribute %}
{{ sqlmetrics.cells(plan, target) }},
{{ sqlmetrics.classes(plan, target) }},
{%- if sqlmetrics.has_marginals(plan, target) %}
{{ sqlmetrics.marginals(plan, target) }},
{%- endif %}
{{ sqlmetrics.alike_classes(plan, target) }},
{%- endfor %}
{%- for target in plan.targets if not target.attribute %}
{{ sqlmetrics.identity(plan) }},
{{ sqlmetrics.alike_classes(plan, target) }},
{%- endfor %}
{%- if plan.hidden and plan.suppressed %}
{{ sqlmetrics.hidden(plan) }},
{%- endif %}
{%- if plan.expected %}
{{ sqlmetrics.expectation(plan) }},
{%- endif %}
{{ sqlmetrics.targets(plan) }}
{%- if plan.level == 'class' %},
{{ sqlmetrics.class_facts(plan) }}
{%- endif %}
{%- endmacro %}
