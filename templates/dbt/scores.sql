{#-
The statement of a model, a table, with the score records of a relation: a row per metric and target
and, at class level, class.
-#}
{%- macro scores(relation, quasi_identifiers=none, sensitive=none, individual=none, partitions=none, orders=none, hierarchies=none, metrics=none, parameters=none, level='table', nulls='category', show_values=false, limit=none, suppressed=none, keep_suppressed=false) -%}
{{- config(materialized='table') -}}
{%- if execute -%}
{{ sqlmetrics.score(sqlmetrics.plan(relation, quasi_identifiers, sensitive, individual, partitions, orders, hierarchies, metrics, parameters, level, nulls, show_values, limit, suppressed, keep_suppressed)) }}
{%- endif -%}
{%- endmacro %}
