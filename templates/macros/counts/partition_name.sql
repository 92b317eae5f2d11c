{#- The name of a target's partition, or NULL. -#}
{%- macro partition_name(target) -%}
{{ sqlmetrics.literal(target.recoding.name) if target.recoding else sqlmetrics.as_string('null') }}
{%- endmacro %}
