{#- The rows of a query in random order in DuckDB, which tells nothing of the order that they had. -#}
{%- macro shuffled(query) -%}
select shuffled.*
from (
{{ query }}
) shuffled
order by random()
{%- endmacro %}
