{#-
The common table expressions below the results: the counts, the classes of each target, `targets`,
unless `read_from_sums`, and, at class level, `class_facts`.
-#}
{%- macro count_facts(plan) -%}
{%- set summed = sqlmetrics.read_from_sums(plan) -%}
{%- set grouped = sqlmetrics.counts_classes(plan) -%}
{%- set represented = sqlmetrics.is_near_unique(plan) -%}
{%- if represented -%}
{{ sqlmetrics.near_unique(plan, summed) }}
{%- elif not grouped -%}
{{ sqlmetrics.counts(plan) }},
{%- endif %}
{%- for target in plan.targets if target.attribute and not represented %}
{{ sqlmetrics.cells(plan, target) }},
{%- if sqlmetrics.has_marginals(plan, target) %}
{{ sqlmetrics.marginals(plan, target) }},
{%- endif %}
{{ sqlmetrics.classes(plan, target) }},
{{ sqlmetrics.alike_classes(plan, target) }}{{ ',' if not summed }}
{%- if sqlmetrics.is_compared(plan, target) %}
{{ sqlmetrics.compared(plan, target) }},
{%- endif %}
{%- endfor %}
{%- for target in plan.targets if not target.attribute and not represented -%}
{{ '' if grouped else '\n' }}{{ sqlmetrics.identity(plan) }},
{{ sqlmetrics.alike_classes(plan, target) }}{{ ',' if not summed }}
{%- endfor %}
{%- if plan.hidden and plan.suppressed %}
{{ sqlmetrics.hidden(plan) }},
{%- endif %}
{%- if plan.household is not none %}
{{ sqlmetrics.households(plan) }},
{%- endif %}
{%- if plan.expected %}
{{ sqlmetrics.expectation(plan) }},
{%- endif %}
{%- if not summed %}
{{ sqlmetrics.targets(plan) }}
{%- endif %}
{%- if plan.level == 'class' %},
{{ sqlmetrics.class_facts(plan) }}
{%- endif %}
{%- endmacro %}
