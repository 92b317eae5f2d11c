{#-
A target's cells, counted from its members: an individual is one in each of its combinations of keys
and value.
-#}
{%- macro member_cells(plan, target, within='') -%}
{%- set t = target.number -%}
{%- set keys = within ~ sqlmetrics.key_columns(plan) -%}
{%- set checked = target.recoding and target.recoding.unmapped == 'error' -%}
-- a row per cell, a class and a value in it
cells_{{ t }} as (
    select
        {{ keys }}, value,
        {%- if checked %}
        sum(unmapped) as cell_unmapped,
        {%- endif %}
        sum(member_records) as cell_records,
        {{ sqlmetrics.count_records() }} as n
    from members_{{ t }}
    group by {{ keys }}, value
)
{%- endmacro %}
