{#-
The common table expressions down to the classes of each target, from the counts: cells_N and
classes_N of each sensitive target, and classes_0 of the identity where it is a target, with their
keys where the plan has the level `class`.
-#}
{%- macro with_classes(plan) -%}
{%- set direct = sqlmetrics.is_direct(plan) -%}
{%- set parts = [] -%}
{%- if not direct -%}{%- do parts.append(sqlmetrics.counts(plan)) -%}{%- endif -%}
{%- for target in plan.targets if target.attribute -%}
{%- do parts.append(sqlmetrics.cells(plan, target) if direct else sqlmetrics.counted_cells(plan, target)) -%}
{%- do parts.append(sqlmetrics.classes(plan, target)) -%}
{%- endfor -%}
{%- if plan.targets | rejectattr('attribute') | list -%}
    {%- do parts.append(sqlmetrics.identity(plan)) -%}
{%- endif -%}
with
{{ parts | join(',\n') }}
{%- endmacro %}
