{#- The columns of a plan's slices, each with a comma behind it: the first `plan.slices` of its
keys. With `window` they are the partition of a window. -#}
{%- macro slice_columns(plan, window=false) -%}
{%- for key in plan.quasi_identifiers[:plan.slices] -%}
{%- set name = sqlmetrics.key_name(key) -%}
{{ (sqlmetrics.window_key(name) if window else name) ~ ', ' }}
{%- endfor -%}
{%- endmacro %}
