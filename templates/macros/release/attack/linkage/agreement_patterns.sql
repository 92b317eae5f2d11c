{#-
How often pairs of an outside and a released record agree, by patterns of levels (see `linkage_level`): a row
per pattern with its pairs, of those that agree in all columns but two; the others are what is left of
people times records. The maximum likelihood of the chances of agreement rests on these rows alone.

plan   as `linked_people` has it, without the chances
-#}
{%- macro agreement_patterns(plan) -%}
with
{{ sqlmetrics.linkage_cells(plan) }}
select
    {%- for column in plan.columns %}
    patterns.level_{{ column.place }} as level_{{ column.place }},
    {%- endfor %}
    {{ sqlmetrics.as_double('sum(' ~ sqlmetrics.as_double('patterns.records')
        ~ ' * outside_cells.records)') }} as pairs
from patterns
join outside_cells on outside_cells.cell = patterns.outside_cell
group by {% for column in plan.columns %}patterns.level_{{ column.place }}{{ ', ' if not loop.last }}{% endfor %}
order by {% for column in plan.columns %}patterns.level_{{ column.place }}{{ ', ' if not loop.last }}{% endfor %}
{%- endmacro %}
