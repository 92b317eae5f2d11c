{#- The class's keys as the partition of a window; `of` is their relation with a dot behind it, where
another one has them too. -#}
{%- macro window_keys(plan, of='') -%}
{%- for key in plan.quasi_identifiers -%}
{{ sqlmetrics.window_key(of ~ sqlmetrics.key_name(key)) }}{{ ', ' if not loop.last }}
{%- endfor -%}
{%- endmacro %}
