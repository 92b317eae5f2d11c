{#-
How often pairs of an outside and a released record agree, by patterns of levels (see `linkage_level`): a row
per pattern with its pairs. Pairs that disagree in more than two columns are left out: they are the rest of
people times records. The likeliest chances of agreement rest on these rows alone.

plan   as `linked_people` has it, without the chances
-#}
{%- macro agreement_patterns(plan) -%}
{%- set levels = [] -%}
{%- for column in plan.columns -%}{%- do levels.append('patterns.level_' ~ column.place) -%}{%- endfor -%}
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
group by {{ levels | join(', ') }}
order by {{ levels | join(', ') }}
{%- endmacro %}
