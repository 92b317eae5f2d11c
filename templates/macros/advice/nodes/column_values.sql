{#-
How many values each column has on its level in a node, a column each, without hidden classes: see
`not_hidden`. `fields` are the columns' bits: list of (word, mask). DuckDB only.
-#}
{%- macro column_values(keys, fields, hidden) -%}
select {% for word, mask in fields %}count(distinct coded.key_{{ word }} & {{ mask }}) as values_{{ loop.index }}{{ ', ' if not loop.last }}{% endfor %}
from {{ keys }} coded
{%- if hidden %}
where {{ sqlmetrics.not_hidden(hidden) }}
{%- endif %}
{%- endmacro %}
