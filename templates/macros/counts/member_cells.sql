{#-
A target's cells, counted from its members: an individual is one in each of its combinations of keys
and value. `told` are the columns of `met` to keep, beside the columns that its classes need.
-#}
{%- macro member_cells(plan, target, within='', told='') -%}
{%- set keys = within ~ sqlmetrics.key_columns(plan) -%}
{%- set value = 'value' if within else sqlmetrics.cell_value(plan, target) -%}
{%- set wanted = (told or sqlmetrics.met_columns(plan, target, within)).split() -%}
{%- set columns = [keys, value, 'member_records'] -%}
{%- set checked = not within and (sqlmetrics.lost_keys(plan) or target.recoding
    and target.recoding.unmapped == 'error') -%}
{%- if checked -%}
    {%- do columns.append('member_unmapped') -%}
    {%- if sqlmetrics.key_losses(plan, target) == 'class_unmapped_keys' -%}
        {%- do columns.append('member_unmapped_keys') -%}
    {%- endif -%}
{%- endif -%}
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
        {%- for name in wanted %}
        sum({{ name }}) as {{ name }},
        {%- endfor %}
        {{ sqlmetrics.count_records() }} as n
    from {{ sqlmetrics.met(plan, 'members' ~ sqlmetrics.suffix(target), columns, value, 'member_records',
        wanted, within=within) }}
    group by {{ keys }}, {{ value }}
)
{%- endmacro %}
