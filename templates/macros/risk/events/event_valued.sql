{#- The values of a plan's only attribute and a comma: `valued`, as they are, and where it has a
partition `recoded`; see `event_values`. They are counted from the relation, or read from the table
`valued` of these counts. -#}
{%- macro event_valued(plan, target, valued=none) -%}
-- a person and a value{{ ', and how many records have it' if target.recoding }}
valued as (
    {%- if valued is none %}
    {{ sqlmetrics.event_value_counts(plan, target.recoding) }}
    {%- else %}
    select individual, {{ sqlmetrics.value_name(plan, 1) }}{{ ', records' if target.recoding }}
    from {{ valued }} counted
    {%- endif %}
),
{{ sqlmetrics.recoded_values(dict(plan, quasi_identifiers=[]), target, '', 'valued') }}
{%- endmacro %}
