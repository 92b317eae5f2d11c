{#-
The CTEs of the outside combinations by what is left to look for: `settled` are the ones that a released
combination equals, where each other level of agreement weighs less in every column, so that no other record
can be as good, nor another person, if `paired`; `sought` are the others.
-#}
{%- macro linkage_settled(columns, paired) -%}
{%- set least = sqlmetrics.double_literal('1e-6') -%}
{%- set weight = 'most.' if paired else 'weights.' -%}
{%- if paired -%}
-- one row: what unequal values weigh at most
most as {{ sqlmetrics.materialized() }}(
    select
        {%- for column in columns %}
        {%- if column.nearly is not none %}
        max(n{{ column.place }}) as n{{ column.place }},
        {%- endif %}
        max(d{{ column.place }}) as d{{ column.place }}{{ ',' if not loop.last }}
        {%- endfor %}
    from weights
),
{% endif -%}
-- a row per outside combination that a released one equals, if nothing else can weigh as much
settled as {{ sqlmetrics.materialized() }}(
    select
        outside_cells.cell as cell,
        {%- if paired %}
        released_cells.cell as released_cell,
        {%- endif %}
        released_cells.records as records
    from outside_cells
    join released_cells
        on {% for column in columns %}released_cells.v{{ column.place }} = outside_cells.v{{ column.place }}
        {{- '
        and ' if not loop.last }}{% endfor %}
    join weights on weights.cell = outside_cells.cell
    {%- if paired %}
    cross join most
    {%- endif %}
    where {% for column in columns %}weights.a{{ column.place }} > {{ least }}
        and weights.a{{ column.place }} - {{ weight }}d{{ column.place }} > {{ least }}
        {%- if column.nearly is not none %}
        and weights.a{{ column.place }} - {{ weight }}n{{ column.place }} > {{ least }}
        {%- endif %}
        {{- '
        and ' if not loop.last }}{% endfor %}
),
-- a row per other outside combination
sought as {{ sqlmetrics.materialized() }}(
    select outside_cells.cell as cell{% for column in columns %}, outside_cells.v{{ column.place }} as v{{
        column.place }}{% endfor %}
    from outside_cells
    left join settled on settled.cell = outside_cells.cell
    where settled.cell is null
)
{%- endmacro %}
