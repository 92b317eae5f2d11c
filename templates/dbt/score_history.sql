{#-
The statement of a model that keeps the score records of every run: the present records of models of
`scores`, with dbt's invocation and the time (UTC) at which it started. The model only appends: it
sets its own configuration, under which a full refresh leaves the rows alone. Slices have to have
names, since a number by size may be that of another slice in the next run. The scores of known points
bring the ends of their intervals, `low` and `high`, and scores of several attackers the name of each,
`attacker`; these are NULL for all other scores.
-#}
{%- macro score_history(scores) -%}
{{- config(
    materialized='incremental',
    incremental_strategy='merge' if target.type == 'bigquery' else 'append',
    unique_key=none,
    full_refresh=false,
    on_schema_change='append_new_columns'
) -}}
{%- set relations = sqlmetrics.relations_listed(scores) -%}
{%- set bounded = [] -%}
{%- set attacked = [] -%}
{%- for relation in relations if execute -%}
{%- set node = sqlmetrics.node_of(relation) -%}
{%- if node and node.config.meta.get('sqlmetrics_known') -%}{%- do bounded.append(relation) -%}{%- endif -%}
{%- if node and node.config.meta.get('sqlmetrics_attackers') -%}{%- do attacked.append(relation) -%}{%- endif -%}
{%- if node and node.config.meta.get('sqlmetrics_releases') -%}
{%- do sqlmetrics.fail('score_history: ' ~ node.name ~ ' has scores of several releases, which are more in each run; it takes models of scores') -%}
{%- endif -%}
{%- endfor -%}
{%- for relation in relations %}
{%- set node = sqlmetrics.node_of(relation) if execute else none -%}
{%- if node and node.config.meta.get('sqlmetrics_slices') == 'numbered' -%}
{%- do sqlmetrics.fail('score_history: the slices of ' ~ node.name ~ ' have numbers by size, which may be those of other slices in the next run; mark their columns as public (by: {COLUMN: public}), or give show_slices: true') -%}
{%- endif %}
select
    {{ sqlmetrics.as_string(sqlmetrics.literal(invocation_id if invocation_id is defined else run_started_at.isoformat())) }} as invocation_id,
    cast({{ sqlmetrics.literal(run_started_at.strftime('%Y-%m-%d %H:%M:%S.%f')) }} as {{ dbt.type_timestamp() }}) as run_started_at_utc,
    {{ sqlmetrics.as_string(sqlmetrics.literal(relation.identifier)) }} as scores
    {%- for column in sqlmetrics.score_columns() %},
    {{ sqlmetrics.quoted(column) }}
    {%- endfor %}
    {%- for column in ['low', 'high'] if bounded %},
    {{ sqlmetrics.quoted(column) if relation in bounded else sqlmetrics.as_double('null') }} as {{ sqlmetrics.quoted(column) }}
    {%- endfor %}
    {%- if attacked %},
    {{ sqlmetrics.quoted('attacker') if relation in attacked else sqlmetrics.as_string('null') }} as {{ sqlmetrics.quoted('attacker') }}
    {%- endif %}
from {{ relation }}
{{- '\nunion all' if not loop.last }}
{%- endfor -%}
{%- endmacro %}
