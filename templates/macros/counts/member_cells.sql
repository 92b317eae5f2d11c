{#-
A target's cells, counted from its members: an individual is one in each of its combinations of keys
and value.
-#}
{%- macro member_cells(plan, target, within='') -%}
{%- set keys = within ~ sqlmetrics.key_columns(plan) -%}
{%- set value = 'value' if within else sqlmetrics.cell_value(plan, target) -%}
{%- set checked = not within and (sqlmetrics.lost_keys(plan) or target.recoding and target.recoding.unmapped == 'error') -%}
-- n individuals share the keys and the value
cells{{ sqlmetrics.suffix(target) }} as (
    select
        {{ keys }}, {{ value }},
        {%- if checked %}
        sum(member_unmapped) as cell_unmapped,
        {%- if sqlmetrics.key_losses(plan, target) == 'class_unmapped_keys' %}
        sum(member_unmapped_keys) as cell_unmapped_keys,
        {%- endif %}
        {%- endif %}
        sum(member_records) as cell_records,
        {{ sqlmetrics.count_records() }} as n
    from members{{ sqlmetrics.suffix(target) }}
    group by {{ keys }}, {{ value }}
)
{%- endmacro %}
