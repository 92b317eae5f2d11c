{#-
A target's cells from the count relation: keys, value, n (its records or, where an individual is
named, its distinct individuals) and then cell_records. A partition of the target is applied here,
to counts. Cells of records with a value that no domain covers are cell_unmapped. `told` is as in
`member_cells`.
-#}
{%- macro counted_cells(plan, target, told='') -%}
{%- set s = sqlmetrics.suffix(target) -%}
{%- set people = plan.individual is not none -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set counted = sqlmetrics.value_name(plan, target.attribute) -%}
{%- set value = sqlmetrics.cell_value(plan, target) -%}
{%- set unmapped = [] -%}
{%- if sqlmetrics.lost_keys(plan) -%}{%- do unmapped.append('unmapped') -%}{%- endif -%}
{%- if target.recoding and target.recoding.unmapped == 'error' -%}
    {%- do unmapped.append('case when raw_value is not null and value is null then records else 0 end') -%}
{%- endif -%}
{%- set filter = sqlmetrics.target_filter(plan, target, lost=true) -%}
{{ sqlmetrics.recoded_values(plan, target, filter) }}
{%- if people and target.recoding -%}
-- an individual with a combination of keys and value
members{{ s }} as (
    select
        individual, {{ keys }}, {{ value }},
        {%- if unmapped %}
        sum({{ unmapped | join('\n            + ') }}) as member_unmapped,
        {%- if sqlmetrics.key_losses(plan, target) == 'class_unmapped_keys' %}
        sum(unmapped) as member_unmapped_keys,
        {%- endif %}
        {%- endif %}
        sum(records) as member_records
    from recoded{{ s }}
    group by individual, {{ keys }}, {{ value }}
),
{{ sqlmetrics.member_cells(plan, target, told=told) }}
{%- elif people -%}
{%- set wanted = (told or sqlmetrics.met_columns(plan, target)).split() -%}
{%- set columns = [keys, counted, 'records'] + (['unmapped'] if unmapped else []) -%}
-- n individuals share the keys and the value{{ '; each is one of the people in the first of their rows alone'
    if wanted }}
cells{{ s }} as (
    select
        {{ keys }}, {{ counted ~ (' as value' if value != counted) }}, {{ 'sum(unmapped) as cell_unmapped, '
            if unmapped }}sum(records) as cell_records, {{ sqlmetrics.count_records() }} as n
        {%- for name in wanted %},
        sum({{ name }}) as {{ name }}
        {%- endfor %}
    from {{ sqlmetrics.met(plan, 'people', columns, counted, 'records', wanted, filter) }}
    group by {{ keys }}, {{ counted }}
)
{%- elif target.recoding -%}
-- n records share the keys and the value
cells{{ s }} as (
    select
        {{ keys }}, {{ value }},
        {%- if unmapped %}
        sum({{ unmapped | join('\n            + ') }}) as cell_unmapped,
        {%- if sqlmetrics.key_losses(plan, target) == 'class_unmapped_keys' %}
        sum(unmapped) as cell_unmapped_keys,
        {%- endif %}
        {%- endif %}
        sum(records) as n
    from recoded{{ s }}
    group by {{ keys }}, {{ value }}
)
{%- else -%}
-- n records share the keys and the value
cells{{ s }} as (
    select {{ keys }}, {{ counted ~ (' as value' if value != counted) }}, {{ 'unmapped as cell_unmapped, '
        if unmapped }}records as n
    from counts
    {{- filter }}
)
{%- endif -%}
{%- endmacro %}
