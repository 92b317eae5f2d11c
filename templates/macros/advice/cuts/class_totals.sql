{#-
What the classes of `class_values` are worth, one row: their number, these that no other looks like,
the sum of their squared records, and for each column the bits that are lost, the mean share of the
column's values that a value stands for, whether it changes, and how many values it has. DuckDB only.

classes   the table of `class_values`
values    by column, the number of its values in the whole table, as text of a double
-#}
{%- macro class_totals(classes, values) -%}
select
    count(*) as classes,
    count(distinct row({% for of_column in values %}value_{{ loop.index }}{{ ', '
        if not loop.last }}{% endfor %})) as apart,
    sum(records * records) as squares
    {%- for of_column in values %},
    sum(bits_{{ loop.index }}) as bits_{{ loop.index }},
    sum(spread_{{ loop.index }}) / sum(records)
        / {{ sqlmetrics.double_literal(of_column) }} as spread_{{ loop.index }},
    max(case when several_{{ loop.index }} then 1 else 0 end) as changed_{{ loop.index }},
    count(distinct coalesce('=' || value_{{ loop.index }}, '')) as released_{{ loop.index }}
    {%- endfor %}
from {{ classes }}
{%- endmacro %}
