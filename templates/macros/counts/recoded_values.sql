{#-
A target's values recoded by its partition, on counts: individual, key_1.., raw_value, value,
records, and a comma; nothing where it has no partition. `picked` is the clause that picks the rows.
-#}
{%- macro recoded_values(plan, target, picked) -%}
{%- set t = target.number -%}
{%- set people = plan.individual is not none -%}
{%- set value = 'value_' ~ target.attribute -%}
{%- if target.recoding -%}
-- a row per {{ 'individual and ' if people }}combination of keys and value as it is
recoded_{{ t }} as (
    select
        {{ 'individual, ' if people }}{{ sqlmetrics.key_columns(plan) }}, {{ value }} as raw_value,
        {{ sqlmetrics.group_key(sqlmetrics.recoded(sqlmetrics.key_number(value) if target.recoding.kind == 'intervals' else value, target.recoding, 'mapping')) }} as value,
        records
    from {{ 'people' if people else 'counts' }}
    {%- if target.recoding.kind == 'table' %}
    left join {{ sqlmetrics.mapping(target.recoding.pairs) }} mapping on mapping.value = {{ sqlmetrics.as_string(value) }}
    {%- endif %}
    {{- picked }}
),
{% endif -%}
{%- endmacro %}
