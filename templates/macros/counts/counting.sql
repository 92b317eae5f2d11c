{#-
The only read of the source: a row per combination of keys and value, with its number of records,
and of those with a value in no domain of a key's partition. `into` is the place where some dialects
name the table that a select creates.
-#}
{%- macro counting(plan, into='') -%}
{%- set lost = sqlmetrics.lost_keys(plan) -%}
select
        {{ sqlmetrics.counted_columns(plan) }},
        {%- if lost %}
        sum(case when {{ lost }} then 1 else 0 end) as unmapped,
        {%- endif %}
        {{ sqlmetrics.count_records() }} as records
    {{ into }}from {% if plan.attributes | length > 1 -%}
    (
        {{ sqlmetrics.rows_per_attribute(plan) }}
    ) input
    {%- else -%}
    {{ sqlmetrics.rows(plan, plan.attributes) }}
    {%- endif %}
    group by {{ sqlmetrics.counted_columns(plan) }}
{%- endmacro %}
