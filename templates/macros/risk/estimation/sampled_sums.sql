{#-
The statement of a row per target with what estimates take: its number, the sums of `class_sums`
over the classes of a sample, and what is known of the whole table.

sample   as in `sampled_classes`
wanted   by the number of each target the sums of `class_sums`, with totals, the columns of
         `known_totals`
columns  the columns of the rows, behind the target's number; NULL where a target has none
-#}
{%- macro sampled_sums(plan, sample, wanted, columns) -%}
with
{{ sqlmetrics.sampled_classes(plan, sample, wanted) }},
{%- for target in plan.targets %}
-- one row
drawn_{{ target.number }} as (
    select
        {{ sqlmetrics.class_sums(wanted[target.number], not target.attribute, 'key_' ~ (plan.quasi_identifiers | length + 1)) }}
    from classes_{{ target.number }}
),
{%- endfor %}
-- a row per target
drawn as (
    {%- for target in plan.targets %}
    {%- set t = target.number %}
    {%- set own = wanted[t].columns %}
    select
        {{ t }} as target_number,
        {%- for column in columns %}
        {{ sqlmetrics.as_double('null') ~ ' as ' ~ column if column not in own else 'totals_' ~ t ~ '.' ~ column[6:] ~ ' as ' ~ column if column.startswith('total_') else column }}{{ ',' if not loop.last }}
        {%- endfor %}
    from drawn_{{ t }}
    cross join totals_{{ t }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
select
    target_number as {{ sqlmetrics.quoted('target_number') }},
    {%- for column in columns %}
    {{ column }} as {{ sqlmetrics.quoted(column) }}{{ ',' if not loop.last }}
    {%- endfor %}
from drawn
order by target_number
{%- endmacro %}
