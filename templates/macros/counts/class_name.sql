{#- The values of keys, by default of a class's, as one line of CSV: a value is quoted where it is
empty or holds a comma, a quote or a line break; NULL is empty. -#}
{%- macro class_name(plan, keys=none) -%}
{%- set fields = [] -%}
{%- for key in (plan.quasi_identifiers[plan.slices:] if keys is none else keys) -%}
{%- if not loop.first -%}{%- do fields.append("','") -%}{%- endif -%}
{%- do fields.append(sqlmetrics.csv_field(sqlmetrics.key_name(key))) -%}
{%- endfor -%}
{{ sqlmetrics.concat(fields) }}
{%- endmacro %}
