{#-
A target's cells from the count relation: keys, value, n (its records or, where an individual is named,
its distinct individuals) and then cell_records. A partition of the target is applied here, to
counts. Records with a value that no domain covers are `unmapped`.
-#}
{%- macro counted_cells(plan, target) -%}
{%- set s = sqlmetrics.suffix(target) -%}
{%- set people = plan.individual is not none -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set counted = sqlmetrics.value_name(plan, target.attribute) -%}
{%- set value = sqlmetrics.cell_value(plan, target) -%}
{%- set unmapped = [] -%}
{%- if sqlmetrics.lost_keys(plan) -%}{%- do unmapped.append('unmapped') -%}{%- endif -%}
{%- if target.recoding and target.recoding.unmapped == 'error' -%}{%- do unmapped.append('case when raw_value is not null and value is null then records else 0 end') -%}{%- endif -%}
{%- set filter = sqlmetrics.target_filter(plan, target, lost=true) -%}
{{ sqlmetrics.recoded_values(plan, target, filter) }}
{%- if people -%}
-- an individual with a combination of keys and value
members{{ s }} as (
    select
        individual, {{ keys }}, {{ counted ~ (' as value' if value != counted) if not target.recoding else value }},
        {%- if unmapped %}
        {{ 'sum(' ~ (unmapped | join(' + ')) ~ ') as unmapped' if target.recoding else 'unmapped' }},
        {%- if unmapped | length > 1 %}
        sum(unmapped) as unmapped_keys,
        {%- endif %}
        {%- endif %}
        {{ 'sum(records)' if target.recoding else 'records' }} as member_records
    from {{ 'recoded' ~ s if target.recoding else 'people' ~ filter }}
    {%- if target.recoding %}
    group by individual, {{ keys }}, {{ value }}
    {%- endif %}
),
{{ sqlmetrics.member_cells(plan, target) }}
{%- elif target.recoding -%}
-- n records share the keys and the value
cells{{ s }} as (
    select
        {{ keys }}, {{ value }},
        {%- if unmapped %}
        sum({{ unmapped | join(' + ') }}) as unmapped,
        {%- if unmapped | length > 1 %}
        sum(unmapped) as unmapped_keys,
        {%- endif %}
        {%- endif %}
        sum(records) as n
    from recoded{{ s }}
    group by {{ keys }}, {{ value }}
)
{%- else -%}
-- n records share the keys and the value
cells{{ s }} as (
    select {{ keys }}, {{ counted ~ (' as value' if value != counted) }}, {{ 'unmapped, ' if unmapped }}records as n
    from counts
    {{- filter }}
)
{%- endif -%}
{%- endmacro %}
