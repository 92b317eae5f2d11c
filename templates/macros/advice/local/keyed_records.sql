{#-
The records of a relation with their keys, recoded, as texts: kept_1.. the `columns` as they are,
key_1.., suppressed where the plan has marks of suppression, and unmapped where a partition may
leave values out. What is released is texts, so that texts decide which records are alike.
-#}
{%- macro keyed_records(plan, columns=[]) -%}
{%- set lost = sqlmetrics.lost_keys(plan) -%}
-- a row per record
keyed_records as (
    select
        {%- for column in columns %}
        kept_{{ loop.index }},
        {%- endfor %}
        {%- if plan.suppressed %}
        suppressed,
        {%- endif %}
        {%- if lost %}
        case when {{ lost }} then 1 else 0 end as unmapped,
        {%- endif %}
        {%- for key in plan.quasi_identifiers %}
        {{ sqlmetrics.group_key(sqlmetrics.as_string('key_' ~ key.number)) }} as key_{{ key.number }}{{ ','
            if not loop.last }}
        {%- endfor %}
    from (
        {{ sqlmetrics.input(plan, plan.relation, [], columns) }}
    ) input
)
{%- endmacro %}
