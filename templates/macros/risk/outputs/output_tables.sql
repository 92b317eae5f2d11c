{#-
The cells of published tables that give something away, each table's worst first, and beside each what
its table has in all. A table without such a cell has the row of its cell with the fewest people.

outputs.measure            the column whose sums are published, or none
outputs.weight             the column of weights, or none; a contribution of weight w is w copies of it
outputs.minimum_frequency  the people below which a cell gives them away
outputs.dominance          the contributions of the (n,k)-rule
outputs.kept               the largest contributions of a cell that are kept: what n and the p%-rule need
outputs.percent            the percent of the total that the largest n may have
outputs.p_percent          the percent of the largest one within which it may not be known
outputs.class_share        the share of a line's people that one cell may not have more of; none for all
outputs.margins            list of {number, keys, names, whole, judged}; whole has all keys, judged are the
published ones
outputs.tables             list of {number, margin, keys, lines}, each line of {key, margin, keys, held}
-#}
{%- macro output_tables(plan, outputs) -%}
with
{{ sqlmetrics.output_contributors(plan, outputs) }},
{%- for margin in outputs.margins %}
{{ sqlmetrics.output_margin(plan, outputs, margin) }},
{%- endfor %}
{%- for table in outputs.tables %}
{{ sqlmetrics.output_cells(plan, outputs, table) }},
{%- endfor %}
-- a row per cell: whether it breaks a rule; of the rules on sums NULL where an amount is negative
cells as (
    {%- for table in outputs.tables %}
    select * from cells_{{ table.number }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
-- a row per cell, with its place among those of its table
ordered as (
    select
        table_number, cell_name, place, people, is_small, is_dominated, is_close, held_lines,
        case when is_small + coalesce(is_dominated, 0) + coalesce(is_close, 0) + held_lines > 0 then 1
            else 0 end as is_unsafe,
        row_number() over (
            partition by table_number
            order by case
                when is_small + coalesce(is_dominated, 0) + coalesce(is_close, 0) + held_lines > 0 then 0
                    else 1 end, people, place
        ) as worst,
        count(*) over (partition by table_number) as all_cells,
        min(people) over (partition by table_number) as fewest_people,
        sum(is_small) over (partition by table_number) as small_cells,
        sum(is_dominated) over (partition by table_number) as dominated_cells,
        sum(is_close) over (partition by table_number) as close_cells,
        sum(case when is_dominated is null then 1 else 0 end)
            over (partition by table_number) as negative_cells,
        sum(class_lines) over (partition by table_number) as class_lines,
        sum(structural_lines) over (partition by table_number) as structural_lines,
        possible_cells
    from cells
)
select
    {{ sqlmetrics.as_integer('table_number') }} as {{ sqlmetrics.quoted('table') }},
    {%- for name, column in [('cells', 'all_cells'), ('minimum_frequency', 'fewest_people'),
        ('cells_below', 'small_cells'), ('dominated_cells', 'dominated_cells'),
        ('p_percent_cells', 'close_cells'), ('negative_cells', 'negative_cells'),
        ('class_disclosing_lines', 'class_lines'), ('structural_lines', 'structural_lines')] %}
    {{ sqlmetrics.as_integer(column) }} as {{ sqlmetrics.quoted(name) }},
    {%- endfor %}
    possible_cells - all_cells as {{ sqlmetrics.quoted('zero_cells') }},
    {%- for name, column in [('cell', 'place'), ('people', 'people'), ('unsafe', 'is_unsafe'),
        ('below', 'is_small'), ('dominated', 'is_dominated'), ('p_percent', 'is_close'),
        ('lines', 'held_lines')] %}
    {{ sqlmetrics.as_integer(column) }} as {{ sqlmetrics.quoted(name) }},
    {%- endfor %}
    cell_name as {{ sqlmetrics.quoted('class') }}
from ordered
where worst = 1 or (is_unsafe = 1{{ ' and worst <= ' ~ plan.limit if plan.limit }})
order by table_number, worst
{%- endmacro %}
