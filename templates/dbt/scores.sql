{#-
The statement of a model, a table, with the score records of a relation: a row per metric and target
and, at class level, class. It prints which columns of the relation no score is about.
-#}
{%- macro scores(relation, quasi_identifiers=none, sensitive=none, individual=none, partitions=none, orders=none, hierarchies=none, metrics=none, parameters=none, level='table', nulls='category', show_values=false, limit=none, suppressed=none, keep_suppressed=false, identifiers=none, ignored=none) -%}
{{- config(materialized='table') -}}
{%- if execute -%}
{%- set by_role = sqlmetrics.columns_by_role(relation, quasi_identifiers, sensitive, individual, identifiers, ignored) -%}
{%- if by_role is not none -%}{%- do sqlmetrics.say_roles(relation, by_role) -%}{%- endif -%}
{{ sqlmetrics.score(sqlmetrics.plan(relation, quasi_identifiers, sensitive, individual, partitions, orders, hierarchies, metrics, parameters, level, nulls, show_values, limit, suppressed, keep_suppressed)) }}
{%- endif -%}
{%- endmacro %}
