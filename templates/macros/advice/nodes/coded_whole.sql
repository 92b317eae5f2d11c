{#-
One target's distribution in the whole table, as one row: total, target_values, target_entropy in
bits, from the rows of `coded_cells`. DuckDB only.
-#}
{%- macro coded_whole(plan, target, cells) -%}
with
{{ sqlmetrics.marginals(plan, target, '', cells) }}
select
    target_values, value_uncertainty / total / {{ sqlmetrics.ln_2() }} as target_entropy, total
from spectrum_{{ target.number }}
cross join (select sum(n) as total from {{ cells }} summed) sums
{%- endmacro %}
