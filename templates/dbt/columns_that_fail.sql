{#-
The statement of a generic test on the roles of a relation's columns: a row (column_name, reason)
for each that fails. None stands for a relation that is not built, which the database names.
-#}
{%- macro columns_that_fail(relation, failing) -%}
{%- set node = sqlmetrics.node_of(relation) -%}
{%- if failing is none and node and node.config.get('materialized') == 'ephemeral' -%}
{%- do sqlmetrics.fail(node.name ~ ' is ephemeral, so that its columns are not known; put the test on a model that is built from it') -%}
{%- endif -%}
{%- for column, reason in (failing or {}).items() %}
select {{ sqlmetrics.as_string(sqlmetrics.literal(column)) }} as column_name, {{ sqlmetrics.as_string(sqlmetrics.literal(reason)) }} as reason{{ sqlmetrics.one_row() }}
{{- '\nunion all' if not loop.last }}
{%- else %}
select {{ sqlmetrics.as_string(sqlmetrics.literal('')) }} as column_name, {{ sqlmetrics.as_string(sqlmetrics.literal('')) }} as reason from {{ relation }} where 1 = 0
{%- endfor -%}
{%- endmacro %}
