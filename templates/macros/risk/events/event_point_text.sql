{#- The text of a point as a whole, which is hashed: its values as a line of CSV, with a name of the
hash behind. Negative zero, which groups with zero, is written as zero. -#}
{%- macro event_point_text(plan, name) -%}
{%- set texts = [] -%}
{%- for key in plan.quasi_identifiers -%}
{%- set value = sqlmetrics.key_name(key) -%}
{%- set text = sqlmetrics.as_string(value) -%}
{%- do texts.append('case when ' ~ text ~ " = '-0' then '0' when " ~ text ~ " = '-0.0' then '0.0' else "
    ~ sqlmetrics.csv_field(value) ~ ' end') -%}
{%- do texts.append("','") -%}
{%- endfor -%}
{%- do texts.append(sqlmetrics.literal(name)) -%}
{{ sqlmetrics.concat(texts) }}
{%- endmacro %}
