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
{{ sqlmetrics.marginals(plan, target, '', 'packed_values') }}
select target_values, {{ 'largest_value, ' if 'largest_value' in target.carried }}value_uncertainty
from spectrum_{{ target.number }}
{%- endmacro %}
