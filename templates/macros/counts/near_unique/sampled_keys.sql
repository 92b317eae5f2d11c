{#-
The records of a sample, and how many ordered pairs of them have the same keys. DuckDB only.

share   the share of the relation that is drawn, in blocks of records, in percent; the same blocks in
        each run, so that a table keeps its plan
-#}
{%- macro sampled_keys(plan, share) -%}
{%- set sample = '(select * from ' ~ plan.relation ~ ' using sample system(' ~ share ~ ' percent) repeatable (1))' -%}
select sum(n) as records, sum(n * (n - 1)) as pairs
from (
    select {{ sqlmetrics.count_records() }} as n
    from (
        {{ sqlmetrics.input(dict(plan, suppressed=[]), sample, []) }}
    ) input
    group by {{ sqlmetrics.key_columns(plan) }}
) classes
{%- endmacro %}
