{#-
The statement of a model, a table, with the score records of a relation: a row per metric and target
and, at class level, class. With `by` each slice is scored as a table of its own, and the column
`slice` has its number by size, or its name where names may be shown. With a number of `known` points
or events there are scores of what these give away of a person, each with the ends `low` and `high` of its interval.
With several `attackers` the relation is read once, and the last column, `attacker`, has the name of each.
It prints which columns of the relation no score is about.
-#}
{%- macro scores(relation, quasi_identifiers=none, sensitive=none, individual=none, partitions=none, orders=none, hierarchies=none, metrics=none, parameters=none, level='table', nulls='category', show_values=false, limit=none, suppressed=none, keep_suppressed=false, identifiers=none, ignored=none, by=none, show_slices=false, known=none, targets=none, attackers=none) -%}
{{- config(materialized='table') -}}
{%- if by is not none and not sqlmetrics.slices_named(by, show_slices) -%}{{- config(meta={'sqlmetrics_slices': 'numbered'}) -}}{%- endif -%}
{%- if known is not none and known is not string -%}{{- config(meta={'sqlmetrics_known': true}) -}}{%- endif -%}
{%- if attackers is not none -%}{{- config(meta={'sqlmetrics_attackers': true}) -}}{%- endif -%}
{%- if execute -%}
{%- set by_role = sqlmetrics.columns_by_role(relation, sqlmetrics.known_columns(attackers) if attackers is mapping else quasi_identifiers, sensitive, individual, identifiers, ignored, by) -%}
{%- if by_role is not none -%}{%- do sqlmetrics.say_roles(relation, by_role) -%}{%- endif -%}
{{ sqlmetrics.scored(sqlmetrics.plan(relation, quasi_identifiers, sensitive, individual, partitions, orders, hierarchies, metrics, parameters, level, nulls, show_values, limit, suppressed, keep_suppressed, by, show_slices, known, targets, attackers)) }}
{%- endif -%}
{%- endmacro %}
