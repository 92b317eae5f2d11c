{#-
The CTE `outside_cells`: the combinations of outside values, with what agreement (a1, a2, ..) and
disagreement (d1, d2, ..) on each value weigh in bits.
-#}
{%- macro linkage_weights(columns) -%}
-- a row per combination of outside values
outside_cells as {{ sqlmetrics.materialized() }}(
    select
        cells.cell as cell,
        cells.records as records
        {%- for column in columns %}
        {%- set share = 'shares_' ~ column.place ~ '.share' %}
        {%- set m = sqlmetrics.double_literal(column.agreement) %},
        cells.v{{ column.place }} as v{{ column.place }},
        case when {{ share }} < {{ m }} then {{ sqlmetrics.log2(m ~ ' / ' ~ share) }}
            else 0 end as a{{ column.place }},
        case
            when cells.v{{ column.place }} is null or {{ share }} >= {{ m }} then 0
            else {{ sqlmetrics.log2('(1 - ' ~ m ~ ') / (1 - coalesce(' ~ share ~ ', 0))') }}
        end as d{{ column.place }}
        {%- endfor %}
    from (
        select cell, {% for column in columns %}v{{ column.place }}, {% endfor %}sum(records) as records
        from outside
        group by cell{% for column in columns %}, v{{ column.place }}{% endfor %}
    ) cells
    {%- for column in columns %}
    left join shares_{{ column.place }}
        on shares_{{ column.place }}.v{{ column.place }} = cells.v{{ column.place }}
    {%- endfor %}
)
{%- endmacro %}
