{#-
The statement of a model that keeps the score records of every run: the present records of models of
`scores`, with dbt's invocation and the time (UTC) at which it started. The model only appends: it
sets its own configuration, under which a full refresh leaves the rows alone. Slices have to have
names, since a number by size may be that of another slice in the next run.
-#}
{%- macro score_history(scores) -%}
{{- config(
    materialized='incremental',
    incremental_strategy='merge' if target.type == 'bigquery' else 'append',
    unique_key=none,
    full_refresh=false,
    on_schema_change='append_new_columns'
) -}}
{%- set columns = ['metric', 'target', 'quasi_identifiers', 'partition', 'slice', 'level', 'class', 'records', 'value', 'reason', 'unit', 'direction', 'parameters'] -%}
{%- for relation in sqlmetrics.as_list([scores] if sqlmetrics.is_relation(scores) else scores) %}
{%- set node = sqlmetrics.node_of(relation) if execute else none -%}
{%- if node and node.config.meta.get('sqlmetrics_slices') == 'numbered' -%}
{%- do sqlmetrics.fail('score_history: the slices of ' ~ node.name ~ ' have numbers by size, which may be those of other slices in the next run; mark their columns as public (by: {COLUMN: public}), or give show_slices: true') -%}
{%- endif %}
select
    {{ sqlmetrics.as_string(sqlmetrics.literal(invocation_id)) }} as invocation_id,
    cast({{ sqlmetrics.literal(run_started_at.strftime('%Y-%m-%d %H:%M:%S.%f')) }} as {{ dbt.type_timestamp() }}) as run_started_at_utc,
    {{ sqlmetrics.as_string(sqlmetrics.literal(relation.identifier)) }} as scores
    {%- for column in columns %},
    {{ sqlmetrics.quoted(column) }}
    {%- endfor %}
from {{ relation }}
{{- '\nunion all' if not loop.last }}
{%- endfor -%}
{%- endmacro %}
