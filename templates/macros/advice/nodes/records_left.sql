{#- The records of coded keys that are in no hidden class: see `not_hidden`. DuckDB only. -#}
{%- macro records_left(keys, hidden) -%}
select coalesce(sum(coded.n), 0) as records
from {{ keys }} coded
where {{ sqlmetrics.not_hidden(hidden) }}
{%- endmacro %}
