{#-
The CTEs of what values weigh: the shares of each column's released values, and `weights`, by combinations of
outside values, of agreement (a1, a2, ..), near agreement (n1, n2, ..) and disagreement (d1, d2, ..) in bits.
-#}
{%- macro linkage_weights(columns) -%}
{%- for column in columns -%}
{%- set v = 'v' ~ column.place -%}
-- a row per released value
shares_{{ column.place }} as (
    select {{ v }}, {{ sqlmetrics.as_double('sum(records)') }}
        / {{ sqlmetrics.as_double('sum(sum(records)) over ()') }} as share
    from released_cells
    where {{ v }} is not null
    group by {{ v }}
),
{% if column.nearly is not none -%}
-- a row per outside value that nearly equals released ones
near_shares_{{ column.place }} as (
    select
        near_{{ column.place }}.outside_value as outside_value,
        sum(shares_{{ column.place }}.share) as share
    from near_{{ column.place }}
    join shares_{{ column.place }}
        on shares_{{ column.place }}.{{ v }} = near_{{ column.place }}.released_value
    group by near_{{ column.place }}.outside_value
),
{% endif -%}
{%- endfor -%}
-- a row per combination of outside values
weights as {{ sqlmetrics.materialized() }}(
    select
        outside_cells.cell as cell
        {%- for column in columns %}
        {%- set v = 'outside_cells.v' ~ column.place %}
        {%- set share = 'shares_' ~ column.place ~ '.share' %}
        {%- set m = sqlmetrics.double_literal(column.agreement) %}
        {%- set near = sqlmetrics.double_literal(column.near_agreement) if column.nearly is not none %}
        {%- set rest = '1 - coalesce(' ~ share ~ ', 0)' ~ (' - coalesce(near_shares_' ~ column.place
            ~ '.share, 0)' if near) %},
        case when {{ share }} < {{ m }} then {{ sqlmetrics.log2(m ~ ' / ' ~ share) }}
            else 0 end as a{{ column.place }},
        {%- if near %}
        case
            when {{ share }} >= {{ m }} or near_shares_{{ column.place }}.share is null then 0
            else {{ sqlmetrics.log2(near ~ ' / near_shares_' ~ column.place ~ '.share') }}
        end as n{{ column.place }},
        {%- endif %}
        case
            when {{ v }} is null or {{ share }} >= {{ m }} then 0
            {%- if near %}
            when {{ rest }} < {{ sqlmetrics.double_literal('1e-12') }} then 0
            {%- endif %}
            else {{ sqlmetrics.log2('(1 - ' ~ m ~ (' - ' ~ near if near) ~ ') / (' ~ rest ~ ')') }}
        end as d{{ column.place }}
        {%- endfor %}
    from outside_cells
    {%- for column in columns %}
    left join shares_{{ column.place }}
        on shares_{{ column.place }}.v{{ column.place }} = outside_cells.v{{ column.place }}
    {%- if column.nearly is not none %}
    left join near_shares_{{ column.place }}
        on near_shares_{{ column.place }}.outside_value = outside_cells.v{{ column.place }}
    {%- endif %}
    {%- endfor %}
)
{%- endmacro %}
