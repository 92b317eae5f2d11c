{#- The hash of a point as a whole, from the hashes of its keys; each `part` has one of its own. -#}
{%- macro event_point_hash(plan, part) -%}
{%- set texts = [] -%}
{%- for key in plan.quasi_identifiers -%}
{%- do texts.append(sqlmetrics.as_string(sqlmetrics.key_hash(sqlmetrics.key_name(key), key.number ~ part))) -%}
{%- do texts.append("'/'") -%}
{%- endfor -%}
{{ sqlmetrics.value_hash(sqlmetrics.concat(texts)) }}
{%- endmacro %}
