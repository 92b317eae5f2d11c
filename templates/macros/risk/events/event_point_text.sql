{#- The text of a point as a whole, which is hashed: its values as a line of CSV, with a name of the
hash behind. -#}
{%- macro event_point_text(plan, name) -%}
{%- set texts = [] -%}
{%- for key in plan.quasi_identifiers -%}
{%- do texts.append(sqlmetrics.point_field(sqlmetrics.key_name(key))) -%}
{%- do texts.append("','") -%}
{%- endfor -%}
{%- do texts.append(sqlmetrics.literal(name)) -%}
{{ sqlmetrics.concat(texts) }}
{%- endmacro %}
