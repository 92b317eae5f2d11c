{#-
How many records each node of a lattice of recodings suppresses, since their classes fail a
condition: node, suppressed, lost, kept_squares, kept_classes, squares, classes. `lost` is the
fewest records that the node and every finer one suppress, the squares are sums of the squared
records of classes. See `judged_nodes`. DuckDB only.
-#}
{%- macro screened_nodes(plan, screen) -%}
{{ sqlmetrics.judged_nodes(plan, screen) }},
-- a row per node
totals as (
    select
        node,
        sum(case when failed = 1 then records else 0 end) as suppressed,
        sum(case when closed = 1 then records else lost end) as lost,
        sum(case when failed = 0 then records * records else 0 end) as kept_squares,
        sum(case when failed = 0 then 1 else 0 end) as kept_classes,
        sum(records * records) as squares,
        count(*) as classes
    from judged
    group by node
)
select node, suppressed, lost, kept_squares, {{ sqlmetrics.as_double('kept_classes') }} as kept_classes,
squares, {{ sqlmetrics.as_double('classes') }} as classes
from totals
order by node
{%- endmacro %}
