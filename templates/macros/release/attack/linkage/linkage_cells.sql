{#-
The CTEs that a linkage begins with: the records of both relations, their combinations of values, and the
values that nearly agree.
-#}
{%- macro linkage_cells(plan) -%}
{%- for side in ('released', 'outside') -%}
{{ sqlmetrics.linkage_records(side, plan.release if side == 'released' else plan.outside, plan) }},
-- a row per combination of {{ side }} values
{{ side }}_cells as {{ sqlmetrics.materialized() }}(
    select cell, {% for column in plan.columns %}v{{ column.place }}, {% endfor %}sum(records) as records
    from {{ side }}
    group by cell{% for column in plan.columns %}, v{{ column.place }}{% endfor %}
)
{{- ',
' if not loop.last }}
{%- endfor -%}
{%- for column in plan.columns if column.nearly is not none %},
{{ sqlmetrics.linkage_near(column, plan) }}
{%- endfor -%}
{%- endmacro %}
