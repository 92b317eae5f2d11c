{#-
Per class the earth mover's distance of its distribution from the table's along an order of the values, as a share of the longest way:
1/(m-1) sum over the m values of |cumulated share in the class - cumulated share in the table|. Columns key_1.., ordered_distance.
A value that the order does not place makes the distance NULL.
-#}
{%- macro ordered_distances(plan, target) -%}
{%- set t = target.number -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set text = sqlmetrics.as_string('value') -%}
placed_{{ t }} as (
    select
        {{ keys }}, n,
        {%- if target.order == 'natural' %}
        0 as unplaced,
        dense_rank() over (order by case when value is null then 1 else 0 end, {{ sqlmetrics.natural_order('value') }}) as position
        {%- else %}
        {%- set place %}case{% for value in target.order %} when {{ text }} = {{ sqlmetrics.literal(value) }} then {{ loop.index }}{% endfor %} end{% endset %}
        case when {{ place }} is null then 1 else 0 end as unplaced,
        dense_rank() over (order by {{ place }}) as position
        {%- endif %}
    from cells_{{ t }}
),
positions_{{ t }} as (
    select
        position, max(unplaced) as unplaced_here,
        {{ sqlmetrics.as_double('sum(sum(n)) over (order by position rows between unbounded preceding and current row)') }} / sum(sum(n)) over () as table_share,
        count(*) over () as positions
    from placed_{{ t }}
    group by position
),
grid_{{ t }} as (
    select {{ keys }}, position, sum(n) as grid_size
    from (
        select {{ keys }}, position, n from placed_{{ t }}
        union all
        select {{ keys }}, positions_{{ t }}.position, 0 as n
        from (select {{ keys }} from placed_{{ t }} group by {{ keys }}) every_class
        cross join positions_{{ t }}
    ) filled
    group by {{ keys }}, position
),
shares_{{ t }} as (
    select
        {{ keys }}, position,
        {{ sqlmetrics.as_double('sum(grid_size) over (partition by ' ~ sqlmetrics.window_keys(plan) ~ ' order by position rows between unbounded preceding and current row)') }}
            / sum(grid_size) over (partition by {{ sqlmetrics.window_keys(plan) }}) as class_share
    from grid_{{ t }}
),
ordered_{{ t }} as (
    select
        {{ keys }},
        case when max(unplaced_here) = 0 then sum(abs(class_share - table_share)) / case when max(positions) > 1 then max(positions) - 1 else 1 end end as ordered_distance
    from shares_{{ t }}
    join positions_{{ t }} on positions_{{ t }}.position = shares_{{ t }}.position
    group by {{ keys }}
)
{%- endmacro %}
