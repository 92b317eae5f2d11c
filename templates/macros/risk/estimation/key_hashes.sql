{#-
The hashes of a plan's key values, computed once for each value of a column: `hashes_<key>` with the
value and its hash, and a comma behind each. Where a key is recoded, it is the hash of the domain.
-#}
{%- macro key_hashes(plan) -%}
{%- for key in plan.quasi_identifiers -%}
{%- set column = 'source.' ~ sqlmetrics.quoted(key.column) -%}
{%- set hashed = sqlmetrics.group_key(sqlmetrics.recoded('raw', key.recoding, 'mapping')) if key.recoding
    else 'raw' -%}
-- a row per value of key {{ key.number }}
hashes_{{ key.number }} as {{ sqlmetrics.materialized() }}(
    select raw, {{ sqlmetrics.key_hash(hashed, key.number) }} as hashed
    from (
        select distinct {{ column if key.recoding else sqlmetrics.group_key(column) }} as raw
        from {{ plan.relation }} source
    ) key_values
    {%- if key.recoding and key.recoding.kind == 'table' %}
    left join {{ sqlmetrics.mapping(key.recoding.pairs) }} mapping
        on mapping.value = {{ sqlmetrics.as_string('raw') }}
    {%- endif %}
),
{% endfor -%}
{%- endmacro %}
