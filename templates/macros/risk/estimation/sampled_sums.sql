{#-
The statement of a row per target with what estimates take: its number, the sums of `class_sums`
over the classes of a sample, and what is known of the whole table. Of slices each has such rows, with
its name before the target's number, and the largest is first.

sample   as in `sampled_classes`
wanted   by the number of each target the sums of `class_sums`, with totals, the columns of
         `known_totals`
columns  the columns of the rows, behind the target's number; NULL where a target has none
-#}
{%- macro sampled_sums(plan, sample, wanted, columns) -%}
{%- set slices = sqlmetrics.slice_columns(plan) -%}
with
{{ sqlmetrics.sampled_classes(plan, sample, wanted) }},
{%- for target in plan.targets %}
-- one row{{ ' per slice' if slices }}
drawn_{{ target.number }} as (
    select
        {{ slices }}{{ sqlmetrics.class_sums(wanted[target.number], not target.attribute,
            'key_' ~ (plan.quasi_identifiers | length + 1)) }}
    from classes_{{ target.number }}
    {%- if slices %}
    group by {{ slices[:-2] }}
    {%- endif %}
),
{%- endfor %}
{%- if slices %}
{{ sqlmetrics.slices_in_order(dict(plan, nulls='category', suppressed=[]),
    sample.value_counts ~ ' counted_values' ~ (' where attribute = 1' if plan.attributes | length > 1),
    'records') }}
{%- endif %}
-- a row per target{{ ' and slice' if slices }}
drawn as (
    {%- for target in plan.targets %}
    {%- set t = target.number %}
    {%- set own = wanted[t].columns %}
    select
        {{ 'slice_name, slice_number, ' if slices }}{{ t }} as target_number,
        {%- for column in columns %}
        {{ sqlmetrics.as_double('null') ~ ' as ' ~ column if column not in own
            else 'totals_' ~ t ~ '.' ~ column[6:] ~ ' as ' ~ column if column.startswith('total_')
            else column }}{{ ',' if not loop.last }}
        {%- endfor %}
    {%- if slices %}
    from slices_in_order
    {%- for relation in ['totals_' ~ t, 'drawn_' ~ t] %}
    left join {{ relation }} on {{ sqlmetrics.in_slice(plan, relation ~ '.') }}
    {%- endfor %}
    {%- else %}
    from drawn_{{ t }}
    cross join totals_{{ t }}
    {%- endif %}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
select
    {{ 'slice_name as ' ~ sqlmetrics.quoted('slice') ~ ', '
        if slices }}target_number as {{ sqlmetrics.quoted('target_number') }},
    {%- for column in columns %}
    {{ column }} as {{ sqlmetrics.quoted(column) }}{{ ',' if not loop.last }}
    {%- endfor %}
from drawn
order by {{ 'slice_number, ' if slices }}target_number
{%- endmacro %}
