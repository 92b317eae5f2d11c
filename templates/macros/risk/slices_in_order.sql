{#- The common table expression `slices_in_order`, with a comma behind it: the slices with their
columns as `slice_1`, .., their name, which are their values where these are shown and else their
number, and their number by size. `of` has the records of each slice in the column `records`; where
targets leave records out, all of them count, so that each statement on a table gives a slice the
same number. `withheld` are conditions on the columns of slices: `withheld_1`, .. say of a slice
whether they hold. Empty without slices. -#}
{%- macro slices_in_order(plan, of, records, withheld=[]) -%}
{%- set slices = plan.quasi_identifiers[:plan.slices] -%}
{%- if slices -%}
{%- if plan.nulls == 'drop' or plan.suppressed -%}
{%- set of = ('people' if plan.individual is not none else 'counts')
    ~ ('\n    where attribute = 1' if plan.attributes | length > 1) -%}
{%- set records = 'records' -%}
{%- endif -%}
{%- set ties = [] -%}
{%- for key in slices -%}
{%- set name = sqlmetrics.key_name(key) -%}
{%- do ties.append('case when ' ~ name ~ ' is null then 1 else 0 end, ' ~ sqlmetrics.window_key(name)) -%}
{%- endfor -%}
{%- set numbers = 'row_number() over (order by sum(' ~ records ~ ') desc, ' ~ ties | join(', ') ~ ')' -%}
-- a slice, the largest first
slices_in_order as (
    select {{ sqlmetrics.slice_aliases(plan, given=true) }}{{ sqlmetrics.class_name(plan, slices)
        if plan.show_slices else sqlmetrics.as_string(numbers) }} as slice_name, {{ numbers }} as slice_number
    {%- for condition
        in withheld %}, case when {{ condition }} then 1 else 0 end as withheld_{{ loop.index }}{% endfor %}
    from {{ of }}
    group by {{ sqlmetrics.slice_columns(plan)[:-2] }}
),
{%- endif -%}
{%- endmacro %}
