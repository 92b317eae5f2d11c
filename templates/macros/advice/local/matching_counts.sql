{#-
One row of a state of stars that match everything: the records with a star, the records that still
match too few, the classes whose needed stars are not known, the most stars that a class and that an
open class needs, and the starred cells of each key in `varied`; what is open after the last round
is starred whole.
-#}
{%- macro matching_counts(state, patterns, varied, k) -%}
select
    {{ sqlmetrics.as_integer('coalesce(sum(case when state.pattern > 0 then n else 0 end), 0)') }} as records,
    {{ sqlmetrics.as_integer('coalesce(sum(case when state.pattern = 0 and matched < ' ~ k
        ~ ' then n else 0 end), 0)') }} as open_records,
    {{ sqlmetrics.as_integer('coalesce(sum(case when n < ' ~ k
        ~ ' and needed = 0 then 1 else 0 end), 0)') }} as unknown,
    {{ sqlmetrics.as_integer('coalesce(max(needed), 0)') }} as most_needed,
    {{ sqlmetrics.as_integer('coalesce(max(case when state.pattern = 0 and matched < ' ~ k
        ~ ' then needed else 0 end), 0)') }} as open_needed
    {%- for number in varied %},
    {{ sqlmetrics.as_integer('coalesce(sum(case when state.pattern = 0 and matched < ' ~ k
        ~ ' then n else n * (1 - kept_' ~ number ~ ') end), 0)') }} as cells_{{ number }}
    {%- endfor %}
from {{ state }} state
join {{ patterns }} patterns on patterns.pattern = state.pattern
{%- endmacro %}
