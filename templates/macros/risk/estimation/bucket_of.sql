{#- The bucket of a class, from its hash: the number that the last bits make. -#}
{%- macro bucket_of(class_hash, search) -%}
{{ sqlmetrics.as_integer(sqlmetrics.remainder(class_hash, search.buckets)) }}
{%- endmacro %}
