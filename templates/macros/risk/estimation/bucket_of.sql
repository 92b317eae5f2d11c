{#- The bucket of a class, from its hash: the number that the last bits make. -#}
{%- macro bucket_of(class_hash, sample) -%}
{{ sqlmetrics.as_integer(sqlmetrics.remainder(class_hash, sample.buckets)) }}
{%- endmacro %}
