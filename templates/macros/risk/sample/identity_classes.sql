{#-
The common table expressions down to `classes_0`, the classes of the identity with their class_size,
and with their keys where the plan is of level `class`.
-#}
{%- macro identity_classes(plan) -%}
with
{%- if not sqlmetrics.counts_classes(plan) %}
{{ sqlmetrics.counts(plan) }},
{%- endif %}
{%- for target in plan.targets if target.attribute %}
{{ sqlmetrics.cells(plan, target) }},
{{ sqlmetrics.classes(plan, target) }},
{%- endfor %}
{{ sqlmetrics.identity(plan) }}
{%- endmacro %}
