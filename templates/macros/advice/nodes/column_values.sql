{#-
How many values each column has on its level in a node, a column each, without hidden classes: see
`not_hidden`. NULL is no value. `fields` are the columns' bits: list of (word, mask, null), where null is none or
{mask, null}, the bits that tell a NULL. DuckDB only.
-#}
{%- macro column_values(keys, fields, hidden) -%}
select
    {%- for word, mask, null in fields %}
    count(distinct coded.key_{{ word }} & {{ mask }}){% if null is not none %} filter (where (coded.key_{{ word }} & {{ null.mask }}) <> {{ null.null }}){% endif %} as values_{{ loop.index }}{{ ',' if not loop.last }}
    {%- endfor %}
from {{ keys }} coded
{%- if hidden %}
where {{ sqlmetrics.not_hidden(hidden) }}
{%- endif %}
{%- endmacro %}
