{#- The statement that counts the records of a person with a value of a plan's only attribute, as it is. -#}
{%- macro event_value_counts(plan) -%}
{%- set value = sqlmetrics.value_name(plan, 1) -%}
select
        individual, {{ value }}, {{ sqlmetrics.count_records() }} as records
    from {{ sqlmetrics.rows(plan, plan.attributes) }}
    {{- sqlmetrics.target_filter(plan, plan.targets[0], records=true) }}
    group by individual, {{ value }}
{%- endmacro %}
