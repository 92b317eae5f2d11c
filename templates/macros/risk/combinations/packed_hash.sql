{#-
The hash of a class from the hashes of its keys, by their numbers in order, as `class_hash` has it,
with a mask of bits, which is faster. DuckDB only.
-#}
{%- macro packed_hash(numbers) -%}
{{ sqlmetrics.bits('(' ~ (sqlmetrics.hash_columns(numbers, false).split() | join(' + ')) ~ ')',
    281474976710655) }}
{%- endmacro %}
