{#- The hash of a record's class, from the hashes of its key values that are joined to it. -#}
{%- macro hash_of_class(plan) -%}
{%- set hashes = [] -%}
{%- for key in plan.quasi_identifiers -%}
    {%- do hashes.append('hashes_' ~ key.number ~ '.hashed') -%}
{%- endfor -%}
{{ sqlmetrics.class_hash(hashes) }}
{%- endmacro %}
