{#-
How far a column's values reach in the whole table: of numbers and dates the range, of others, and
where no two lie apart on a line, the number of values. `ranks` is a table of `key_ranks`. DuckDB
only.
-#}
{%- macro key_extents(ranks) -%}
select coalesce(max(spot) - min(spot), 0) as reach, {{ sqlmetrics.as_double('count(*)') }} as distinct_values
from {{ ranks }}
{%- endmacro %}
