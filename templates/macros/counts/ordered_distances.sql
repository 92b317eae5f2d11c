{#-
Per class the earth mover's distance of its distribution from the table's along an order of the
values, as a share of the longest way: 1/(m-1) sum over the m values of |cumulated share in the
class - cumulated share in the table|. Columns key_1.., ordered_distance. A value that is not in the
order makes the distance NULL.

Between two values that a class holds its cumulated share stays c, so no row is made for the values
in the gap: the sum over it of |c - F(i)|, F the table's cumulated share, follows from sums of F up
to the gap's ends and, where F passes c within the gap, up to that place, the last position with F
<= c. All places come from one pass over the positions and the gaps that have one, in order of
share.
-#}
{%- macro ordered_distances(plan, target) -%}
{%- set s = sqlmetrics.suffix(target) -%}
{%- set value = sqlmetrics.cell_value(plan, target) -%}
{%- set coded = sqlmetrics.is_coded(plan) -%}
{%- set value = 'value' if coded else value -%}
{%- set keys = 'class_word' if coded else sqlmetrics.key_columns(plan) -%}
{%- set own_keys = [{'alias': 'class_word'}] if coded else plan.quasi_identifiers -%}
{%- set by_value = sqlmetrics.order_of_values(target, value) -%}
{%- set told = sqlmetrics.slice_aliases(plan) -%}
{%- set running = 'rows between unbounded preceding and current row' -%}
{%- set over_told = 'over (' ~ ('partition by ' ~ told[:-2] if told) ~ ')' -%}
{%- set in_class = 'over (partition by ' ~ sqlmetrics.window_keys(plan) ~ ' order by place)' -%}
-- a row per {{ 'value' if coded else 'cell' }}
placed{{ s }} as (
    select
        {{ 'value_code, n_x as n' if coded else keys ~ ', n' }},
        {%- if target.order == 'natural' %}
        0 as unplaced,
        {%- else %}
        case when {{ by_value }} is null then 1 else 0 end as unplaced,
        {%- endif %}
        dense_rank() {{ sqlmetrics.over_table(plan, order='order by ' ~ by_value) }} as position
    from {{ 'codes_of_values' if coded else 'cells' }}{{ s }}
),
-- a row per position in the order
placed_values{{ s }} as (
    select
        {{ sqlmetrics.slice_aliases(plan, given=true) }}position, max(unplaced) as unplaced_here,
        {{ sqlmetrics.as_double('sum(n)') }} / sum(sum(n)) {{ sqlmetrics.over_table(plan) }} as own_share,
        {{ sqlmetrics.as_double('sum(sum(n)) '
            ~ sqlmetrics.over_table(plan, order='order by position '
            ~ running)) }} / sum(sum(n)) {{ sqlmetrics.over_table(plan) }} as table_share
    from placed{{ s }}
    group by {{ sqlmetrics.slice_columns(plan) }}position
),
-- a row per position in the order
positions{{ s }} as (
    select
        {{ told }}{{ sqlmetrics.as_double('position') }} as place, position as place_number, table_share,
        table_share - own_share as share_before,
        sum(table_share) over ({{ 'partition by ' ~ told[:-2] ~ ' '
            if told }}order by position {{ running }}) as share_sum,
        sum(table_share) over ({{ 'partition by ' ~ told[:-2] ~ ' '
            if told }}order by position {{ running }}) - table_share as sum_before,
        {{ sqlmetrics.as_double('count(*) '
            ~ over_told) }} as last_place, sum(table_share) {{ over_told }} as last_sum,
            max(unplaced_here) {{ over_told }} as any_unplaced
    from placed_values{{ s }}
),
{%- if coded %}
-- a row per value, with its position
places{{ s }} as (
    select value_code, place, table_share, share_before, sum_before, last_place, last_sum, any_unplaced
    from placed{{ s }} join positions{{ s }} on place_number = position
),
-- a row per cell, and what is known where the next one of its class begins
steps{{ s }} as (
    select
        class_word, cells.value_code as value_code, n, records_in_class,
        own.place as place, own.table_share as table_share, own.sum_before as sum_before,
        own.last_place as last_place, own.any_unplaced as any_unplaced,
        case when records_so_far = n then own.sum_before else 0 end as sum_ahead,
        {{ sqlmetrics.as_double('records_so_far') }} / records_in_class as class_share,
        coalesce(behind.place, own.last_place + 1) as next_place,
        coalesce(behind.share_before, 1) as last_share,
        coalesce(behind.sum_before, own.last_sum) as sum_behind
    from cells{{ s }} cells
    join places{{ s }} own on own.value_code = cells.value_code
    left join places{{ s }} behind on behind.value_code = next_code
),
{%- else %}
-- a row per cell
steps{{ s }} as (
    select
        {{ keys }}, place, table_share, sum_before, last_place, any_unplaced,
        case when row_number() {{ in_class }} = 1 then sum_before else 0 end as sum_ahead,
        {{ sqlmetrics.as_double('sum(n) over (partition by ' ~ sqlmetrics.window_keys(plan)
            ~ ' order by place rows between unbounded preceding and current row)') }}
            / sum(n) over (partition by {{ sqlmetrics.window_keys(plan) }}) as class_share,
        coalesce(lead(place) {{ in_class }}, last_place + 1) as next_place,
        coalesce(lead(share_before) {{ in_class }}, 1) as last_share,
        coalesce(lead(sum_before) {{ in_class }}, last_sum) as sum_behind
    from placed{{ s }}
    join positions{{ s }} on place_number = position{{ ' and ' ~ sqlmetrics.in_slice(plan) if plan.slices }}
),
{%- endif %}
-- a row per cell and the gap behind it
gaps{{ s }} as (
    select
        {{ keys }}, {{ 'value_code, n, records_in_class, '
            if coded }}class_share, last_place, any_unplaced, sum_ahead,
        case when class_share > table_share and class_share < last_share then 1 else 0 end as passed,
        case
            when class_share >= last_share then class_share * (next_place - place) - (sum_behind - sum_before)
            when class_share <= table_share then sum_behind - sum_before - class_share * (next_place - place)
            else sum_behind + sum_before - class_share * (next_place + place - 2)
        end as gap_sum
    from steps{{ s }}
),
-- a row per position, and per gap in which the shares pass
passes{{ s }} as (
    select
        {{ keys }}, is_gap, part,
        max(passed_place) over ({{ 'partition by ' ~ sqlmetrics.slice_columns(plan, true)[:-2] ~ ' '
            if told }}order by part, is_gap {{ running }}) as pass_place,
        max(passed_sum) over ({{ 'partition by ' ~ sqlmetrics.slice_columns(plan, true)[:-2] ~ ' '
            if told }}order by part, is_gap {{ running }}) as pass_sum
    from (
        select {{ keys }}, 1 as is_gap, class_share as part, {{ sqlmetrics.as_double('0') }} as passed_place,
        {{ sqlmetrics.as_double('0') }} as passed_sum
        from gaps{{ s }}
        where passed = 1
        union all
        select {% for key in own_keys %}{{ 'slice_' ~ loop.index if loop.index <= plan.slices
            else 'null' }} as {{ 'class_word' if coded
            else sqlmetrics.key_name(key) }}, {% endfor %}0 as is_gap, table_share as part,
            place as passed_place, share_sum as passed_sum
        from positions{{ s }}
    ) stacked
),
-- a row per class
ordered{{ s }} as (
    select
        {{ keys }},
        case when max(gap_unplaced) = 0 then sum(part) / case when max(gap_last) > 1 then max(gap_last) - 1
            else 1 end end as ordered_distance
    from (
        select {{ keys }}, gap_sum + sum_ahead as part, last_place as gap_last, any_unplaced as gap_unplaced
        from gaps{{ s }}
        union all
        select {{ keys }}, 2 * (part * pass_place - pass_sum) as part,
        {{ sqlmetrics.as_double('0') }} as gap_last, 0 as gap_unplaced
        from passes{{ s }}
        where is_gap = 1
    ) parts
    group by {{ keys }}
)
{%- endmacro %}
