{#-
The cells of the only sensitive target: its keys, its value and n, counted from the relation. Records
with a value that no domain covers are cell_unmapped.
-#}
{%- macro cells(plan, target) -%}
{%- set lost = [] -%}
{%- if sqlmetrics.lost_keys(plan) -%}
    {%- do lost.append(sqlmetrics.lost_keys(dict(plan, suppressed=[]))) -%}
{%- endif -%}
{%- set counted = sqlmetrics.value_name(plan, 1) -%}
{%- set value = sqlmetrics.cell_value(plan, target) -%}
{%- if target.recoding and target.recoding.unmapped == 'error' -%}
    {%- do lost.append('(raw_value is not null and ' ~ counted ~ ' is null)') -%}
{%- endif -%}
{%- set columns = [] -%}
{%- for key in plan.quasi_identifiers -%}{%- do columns.append([sqlmetrics.key_name(key)]) -%}{%- endfor -%}
{%- do columns.append([counted ~ (' as value' if value != counted)]) -%}
{%- if lost -%}
    {%- do columns.append(['sum(case when ' ~ (lost | join('\n            or '))
        ~ '\n            then 1 else 0 end) as cell_unmapped']) -%}
{%- endif -%}
{%- if sqlmetrics.key_losses(plan, target) == 'class_unmapped_keys' -%}
    {%- do columns.append(['sum(case when ' ~ lost[0]
        ~ '\n            then 1 else 0 end) as cell_unmapped_keys']) -%}
{%- endif -%}
{%- do columns.append([sqlmetrics.count_records() ~ ' as n']) -%}
-- n records share the keys and the value
cells{{ sqlmetrics.suffix(target) }} as (
    select {{ sqlmetrics.listed_columns(columns) }}
    from {{ sqlmetrics.rows(plan, plan.attributes, target) }}
    {{- sqlmetrics.target_filter(plan, dict(target, attribute=1), records=true, lost=true) }}
    group by {{ sqlmetrics.key_columns(plan) }}, {{ counted }}
)
{%- endmacro %}
