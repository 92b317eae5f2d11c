{#-
The CTEs that a linkage begins with: the records of both relations, their combinations of values, the values
that nearly agree, and `patterns`, the numbers of released records by how they agree with an outside
combination, and if `paired` with which released one.
-#}
{%- macro linkage_cells(plan, paired=false) -%}
{%- for side in ('released', 'outside') -%}
{{ sqlmetrics.linkage_records(side, plan.release if side == 'released' else plan.outside, plan) }},
-- a row per combination of {{ side }} values
{{ side }}_cells as {{ sqlmetrics.materialized() }}(
    select cell, {% for column in plan.columns %}v{{ column.place }}, {% endfor %}sum(records) as records
    from {{ side }}
    group by cell{% for column in plan.columns %}, v{{ column.place }}{% endfor %}
),
{% endfor -%}
{%- for column in plan.columns if column.nearly is not none -%}
{{ sqlmetrics.linkage_near(column, plan) }},
{% endfor -%}
-- a row per outside combination and pattern of levels in which it agrees with released records
patterns as (
{{- sqlmetrics.linkage_pairs(plan.columns, paired) }}
)
{%- endmacro %}
