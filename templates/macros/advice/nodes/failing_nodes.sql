{#-
The classes of nodes that fail a condition: subset_number, which is the node, key_1... See
`judged_nodes`. DuckDB only.
-#}
{%- macro failing_nodes(plan, screen) -%}
{{ sqlmetrics.judged_nodes(plan, screen) }}
select node as subset_number, {{ sqlmetrics.key_columns(plan) }}
from judged
where failed = 1
{%- endmacro %}
