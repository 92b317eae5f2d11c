{#- Whether the points of two relations are the same. -#}
{%- macro event_same_point(plan, left, right) -%}
{%- set same = [] -%}
{%- for key in plan.quasi_identifiers -%}
{%- set name = sqlmetrics.key_name(key) -%}
{%- do same.append(sqlmetrics.same_key(left ~ '.' ~ name, right ~ '.' ~ name)) -%}
{%- endfor -%}
{{ same | join('\n        and ') }}
{%- endmacro %}
