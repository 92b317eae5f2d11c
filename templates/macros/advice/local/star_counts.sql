{#-
One row of a state of stars: the records of its classes, the records that are still open, and the
starred cells of each key in `varied`. What is open after the last round is starred whole.
-#}
{%- macro star_counts(state, varied) -%}
select
    {{ sqlmetrics.as_integer('coalesce(sum(n), 0)') }} as records,
    {{ sqlmetrics.as_integer('coalesce(sum(case when pattern = 0 then n else 0 end), 0)') }} as open_records
    {%- for number in varied %},
    {{ sqlmetrics.as_integer('coalesce(sum(case when pattern = 0 or left_' ~ number
        ~ ' = 0 then n else 0 end), 0)') }} as cells_{{ number }}
    {%- endfor %}
from {{ state }} state
{%- endmacro %}
