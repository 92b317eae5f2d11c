{#-
A target's distribution in the whole table: each value with its records, n_x, those of the table,
total, and the number of values, table_values. With `within` tables measured together have
one each; `origin` is the relation that is counted, where it is not the cells.
-#}
{%- macro marginals(plan, target, within='', origin=none) -%}
{%- set value = 'value' if origin else sqlmetrics.cell_value(plan, target) -%}
{%- set over = 'over (' ~ ('partition by ' ~ within[:-2] if within else '') ~ ')' -%}
{%- set columns = [[within ~ value], [sqlmetrics.as_double('sum(n)') ~ ' as n_x'], [sqlmetrics.as_double('sum(sum(n)) ' ~ over) ~ ' as total']] -%}
{%- if 'target_values' in plan.facts -%}{%- do columns.append(['count(*) ' ~ over ~ ' as table_values']) -%}{%- endif -%}
-- a value in the table: n_x of all records have it
marginals{{ sqlmetrics.suffix(target) }} as (
    select {{ sqlmetrics.listed_columns(columns) }}
    from {{ origin or 'cells' ~ sqlmetrics.suffix(target) }} group by {{ within }}{{ value }}
)
{%- endmacro %}
