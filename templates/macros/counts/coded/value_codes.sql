{#-
The values of a target with their records, and their numbers by these, the most frequent first, or in
the order that a target has.
-#}
{%- macro value_codes(plan, target) -%}
{%- set own = dict(target, attribute=1) -%}
{%- set read = plan if plan.nulls == 'drop'
    else dict(plan, quasi_identifiers=plan.quasi_identifiers[:plan.slices]) -%}
{%- set slices = sqlmetrics.slice_columns(plan) -%}
{%- set over = sqlmetrics.over_table(plan) -%}
{%- set read = dict(read, value_aliases=[], suppressed=plan.suppressed,
    attributes=[plan.attributes[target.attribute - 1]]) -%}
{%- set columns = ['value', 'n_x', 'total', 'table_values'] -%}
{%- for key in plan.quasi_identifiers[:plan.slices] -%}
    {%- do columns.append(sqlmetrics.key_name(key)) -%}
{%- endfor -%}
{%- set query -%}
select {{ slices }}value, {{ sqlmetrics.as_double('n') }} as n_x, {{ sqlmetrics.as_double('sum(n) '
    ~ over) }} as total, count(*) {{ over }} as table_values,
    row_number() over (order by {{ sqlmetrics.order_of_values(target, 'value') if target.order
        else 'n desc' }}) as value_code
    from (
        select {{ slices }}value_1 as value, {{ sqlmetrics.count_records() }} as n
        from (
            {{ sqlmetrics.indented(sqlmetrics.input(read, plan.relation, read.attributes), 4) }}
        ) input
        {{- sqlmetrics.indented(sqlmetrics.target_filter(read, own), 4) }}
        group by {{ slices }}value_1
    ) counted
{%- endset -%}
-- a row per value of the target{{ ' in a slice' if slices }}
codes_of_values{{ sqlmetrics.suffix(target) }} as {{ sqlmetrics.materialized() }}(
    {{ sqlmetrics.listed_codes(columns, query) if plan.way == 'sorted' else query }}
)
{%- endmacro %}
