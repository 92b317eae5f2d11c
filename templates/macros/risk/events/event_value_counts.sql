{#- The statement of the values of each person of a plan's only attribute, as they are, and
`counted` their records. -#}
{%- macro event_value_counts(plan, counted=true) -%}
{%- set value = sqlmetrics.value_name(plan, 1) -%}
select
        individual, {{ value }}{% if counted %}, {{ sqlmetrics.count_records() }} as records{% endif %}
    from {{ sqlmetrics.rows(plan if plan.nulls == 'drop' else dict(plan, quasi_identifiers=[]),
        plan.attributes) }}
    {{- sqlmetrics.target_filter(plan, plan.targets[0], records=true) }}
    group by individual, {{ value }}
{%- endmacro %}
