{#- The condition that the keys of a relation are in the slice of `slice_aliases`; empty without slices. -#}
{%- macro in_slice(plan, relation='') -%}
{%- set conditions = [] -%}
{%- for key in plan.quasi_identifiers[:plan.slices] -%}
{%- do conditions.append(sqlmetrics.same('slice_' ~ loop.index, relation ~ sqlmetrics.key_name(key))) -%}
{%- endfor -%}
{{ conditions | join(' and ') }}
{%- endmacro %}
