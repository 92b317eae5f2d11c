{#-
A target's values recoded by its partition, on counts: individual, keys, raw_value, value, records,
and a comma; nothing where it has no partition. `picked` is the clause that picks the rows of the
count relation, or of the one that is named.
-#}
{%- macro recoded_values(plan, target, picked, relation=none) -%}
{%- set people = plan.individual is not none -%}
{%- if target.recoding -%}
{%- set value = sqlmetrics.value_name(plan, target.attribute) -%}
-- {{ 'an individual with a' if people else 'a' }} combination of keys and value as it is
recoded{{ sqlmetrics.suffix(target) }} as (
    select
        {{ 'individual, ' if people }}{{ sqlmetrics.key_columns(plan) ~ ', '
            if plan.quasi_identifiers }}{{ value }} as raw_value,
        {{ sqlmetrics.group_key(sqlmetrics.recoded(sqlmetrics.key_number(value)
            if target.recoding.kind == 'intervals' else value, target.recoding, 'mapping')) }} as value,
        {{ 'unmapped, ' if sqlmetrics.lost_keys(plan) }}records
    from {{ relation or ('people' if people else 'counts') }}
    {%- if target.recoding.kind == 'table' %}
    left join {{ sqlmetrics.mapping(target.recoding.pairs) }} mapping
        on mapping.value = {{ sqlmetrics.as_string(value) }}
    {%- endif %}
    {{- picked }}
),
{% endif -%}
{%- endmacro %}
