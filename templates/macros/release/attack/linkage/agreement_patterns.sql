{#-
How often pairs of an outside and a released record agree, by patterns of levels (see `linkage_level`): a row
per pattern with its pairs. Pairs that disagree in more than two columns are left out: they are the rest of
people times records. The likeliest chances of agreement rest on these rows alone.

plan         as `linked_people` has it, without the chances
plan.summed  whether pairs are counted by sums, where CTEs are shared, and not by joins: cheaper where each
             record has many pairs
-#}
{%- macro agreement_patterns(plan) -%}
{%- set levels, values = [], [] -%}
{%- for column in plan.columns -%}
    {%- do levels.append('level_' ~ column.place) -%}
    {%- do values.append('v' ~ column.place) -%}
{%- endfor -%}
{%- set summed = plan.summed and sqlmetrics.shares_ctes() -%}
with
{{ sqlmetrics.linkage_cells(plan) }},
{%- for column in plan.columns if summed and column.nearly is not none %}
-- a row per combination of outside values, with a nearly equal released one in column {{ column.place }}
beside_{{ column.place }} as {{ sqlmetrics.materialized() }}(
    select {{ values | join(', ') }}, sum(records) as records
    from {{ sqlmetrics.linkage_beside(plan.columns, 'outside_cells', column.place) }} moved
    group by {{ values | join(', ') }}
),
{%- endfor %}
-- {{ 'rows that add up to the pairs of each pattern' if summed else 'the rows of each join' }}
patterns as (
{{- sqlmetrics.linkage_totals(plan.columns) if summed
    else sqlmetrics.linkage_pairs(plan.columns, 'outside_cells', []) }}
)
select
    {{ levels | join(', ') }},
    {{ sqlmetrics.as_double('sum(records)') }} as pairs
from patterns
group by {{ levels | join(', ') }}
having sum(records) > 0
order by {{ levels | join(', ') }}
{%- endmacro %}
