{#-
One target's own distribution, as `marginals` has it, from packed counts: `part` is the value's
{column, mask}. DuckDB only.
-#}
{%- macro distribution(plan, target, part, origin) -%}
with
-- a row per counted combination
packed_values as (
    select {{ sqlmetrics.bits(part.column, part.mask) }} as value, n
    from {{ origin }}
),
{{ sqlmetrics.marginals(dict(plan, facts=['target_values']), target, '', 'packed_values') }}
select value, n_x, total, table_values
from marginals_{{ target.number }}
{%- endmacro %}
