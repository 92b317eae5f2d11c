{#-
Whether the classes of a plan are measured in one pass over the cells, as `yes` or nothing: no class
is named, no tables are measured together, the counts may be read several times, and these are not
those of near-unique keys. Cells have their class beside them only where that pass leaves something
open, in `compared`; else always, where a measure needs it.
-#}
{%- macro at_once(plan, within='') -%}
{{ 'yes' if plan.level != 'class' and not within and not sqlmetrics.is_near_unique(plan) and sqlmetrics.keeps_counts(plan.counted) }}
{%- endmacro %}
