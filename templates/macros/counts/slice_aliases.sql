{#- The names of a slice's values beside the keys of another relation, `slice_1` and so on, each
with a comma behind it. With `given`, the columns of slices are given these names. -#}
{%- macro slice_aliases(plan, given=false) -%}
{%- for key in plan.quasi_identifiers[:plan.slices] -%}
{{ (sqlmetrics.key_name(key) ~ ' as ' if given) ~ 'slice_' ~ loop.index ~ ', ' }}
{%- endfor -%}
{%- endmacro %}
