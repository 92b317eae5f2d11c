{#-
How often pairs of an outside and a released record agree, by patterns of levels (see `linkage_level`): a row
per pattern with its pairs. Pairs that disagree in more than two columns are left out: they are the rest of
people times records. The likeliest chances of agreement rest on these rows alone.

plan   as `linked_people` has it, without the chances
-#}
{%- macro agreement_patterns(plan) -%}
{%- set levels = [] -%}
{%- for column in plan.columns -%}{%- do levels.append('level_' ~ column.place) -%}{%- endfor -%}
with
{{ sqlmetrics.linkage_cells(plan) }},
-- the rows of each join
patterns as (
{{- sqlmetrics.linkage_pairs(plan.columns, 'outside_cells', []) }}
)
select
    {%- for column in plan.columns %}
    level_{{ column.place }},
    {%- endfor %}
    {{ sqlmetrics.as_double('sum(records)') }} as pairs
from patterns
where records > 0
group by {{ levels | join(', ') }}
order by {{ levels | join(', ') }}
{%- endmacro %}
