{#-
The records of a sample, how many ordered pairs of them have the same keys, and the same value of the
first attribute as well, and the bits that a number for the drawn combinations of keys has. DuckDB only.

share   the share of the relation that is drawn, in blocks of records, in percent; the same blocks in
        each run, so that a table keeps its plan
-#}
{%- macro sampled_keys(plan, share) -%}
{%- set sample = '(select * from ' ~ plan.relation ~ ' using sample system(' ~ share
    ~ ' percent) repeatable (1))' -%}
{%- set attributes = plan.attributes[:1] -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set value = ', ' ~ sqlmetrics.value_name(plan, 1) if attributes -%}
{%- set bits = [] -%}
{%- for key in plan.quasi_identifiers -%}
    {%- do bits.append('log2(1 + count(distinct ' ~ sqlmetrics.key_name(key) ~ '))') -%}
{%- endfor -%}
select sum(n) as records, sum(n * (n - 1)) as pairs, sum(cell_pairs) as cell_pairs, {{ bits
    | join(' + ') }} as bits
from (
    select {{ keys }}, sum(n) as n, sum(n * (n - 1)) as cell_pairs
    from (
        select {{ keys }}, {{ sqlmetrics.count_records() }} as n
        from (
            {{ sqlmetrics.indented(sqlmetrics.input(dict(plan, suppressed=[]), sample, attributes), 4) }}
        ) input
        group by {{ keys }}{{ value }}
    ) cells
    group by {{ keys }}
) classes
{%- endmacro %}
