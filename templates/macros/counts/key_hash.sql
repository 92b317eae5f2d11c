{#-
The hash of a key's value, by the key's number from 1: the hash of the text `number:value`, and for
NULL of `number`, which no value has. Negative zero, which groups with zero, hashes as zero.
-#}
{%- macro key_hash(expression, number) -%}
{%- set text = sqlmetrics.as_string(expression) -%}
{%- set named = sqlmetrics.concat([sqlmetrics.as_string(sqlmetrics.literal(number ~ ':')), text]) -%}
{{ sqlmetrics.value_hash("case when " ~ expression ~ " is null then " ~ sqlmetrics.literal(number) ~ " when "
    ~ text ~ " = '-0' then " ~ sqlmetrics.literal(number ~ ':0') ~ " when " ~ text ~ " = '-0.0' then "
    ~ sqlmetrics.literal(number ~ ':0.0') ~ " else " ~ named ~ " end") }}
{%- endmacro %}
