{#- A query of drawn records in their ranges: `unit` and v1, v2, .. as `drawn_records` has them. -#}
{%- macro drawn_targets(relation, columns, individual, seed, size) -%}
    select own.unit, {{ sqlmetrics.in_ranges('own', columns) }}
    from (
{{ sqlmetrics.drawn_records(relation, columns, individual, seed, size) }}
    ) own cross join column_ranges
{%- endmacro %}
