{#-
The whole statement, from a relation, which is read once, or from its count table to the score records.
docs/develop/plan.md lists the entries of `plan`.
-#}
{%- macro score(plan) -%}
with
{{ sqlmetrics.count_facts(plan) }}
{{- sqlmetrics.trace_facts(plan) if plan.points }}
{{- sqlmetrics.records(plan) }}
{%- endmacro %}
