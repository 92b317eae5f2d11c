{#-
One target's distribution in the whole table, as one row: total, target_values, target_entropy in
bits, from the rows of `coded_cells`. DuckDB only.
-#}
{%- macro coded_whole(plan, target, cells) -%}
with
{{ sqlmetrics.marginals(dict(plan, facts=[]), target, '', cells) }},
{{ sqlmetrics.spectrum(target, ['target_values', 'target_entropy', 'total']) }}
select target_values, target_entropy, total
from spectrum_{{ target.number }}
{%- endmacro %}
