{#-
A target's distribution in the whole table: each value with its records, n_x, the records of the
table, total, and the number of values, table_values. With `within` tables measured together have
one each; `origin` is the relation that is counted, where it is not the cells. With `by_people` the
people who have a value are value_people, of table_people.
-#}
{%- macro marginals(plan, target, within='', origin=none, compared=true, by_people=false) -%}
{%- set value = 'value' if origin else sqlmetrics.cell_value(plan, target) -%}
{%- set over = sqlmetrics.over_table(plan, within) -%}
{%- set apart = within ~ sqlmetrics.slice_columns(plan) -%}
{%- set columns = [[apart ~ value]] -%}
{%- if compared -%}
    {%- do columns.extend([[sqlmetrics.as_double('sum(n)') ~ ' as n_x'],
        [sqlmetrics.as_double('sum(sum(n)) ' ~ over) ~ ' as total']]) -%}
{%- endif -%}
{%- if 'target_values' in plan.facts -%}
    {%- do columns.append(['count(*) ' ~ over ~ ' as table_values']) -%}
{%- endif -%}
{%- if by_people -%}
    {%- do columns.append([sqlmetrics.as_double('sum(people_of_value)') ~ ' as value_people']) -%}
    {%- do columns.append([sqlmetrics.as_double('sum(sum(people_of_table)) ' ~ over)
        ~ ' as table_people']) -%}
{%- endif -%}
-- a value in {{ 'a slice' if plan.slices else 'the table' }}{{ (': n_x of its records have it' if plan.slices
    else ': n_x of all records have it') if compared }}
marginals{{ sqlmetrics.suffix(target) }} as (
    select {{ sqlmetrics.listed_columns(columns) }}
    from {{ origin or 'cells' ~ sqlmetrics.suffix(target) }} group by {{ apart }}{{ value }}
)
{%- endmacro %}
