{#- The class's keys as windows are partitioned by them. -#}
{%- macro window_keys(plan) -%}
{%- for key in plan.quasi_identifiers -%}
{{ sqlmetrics.window_key('key_' ~ loop.index) }}{{ ', ' if not loop.last }}
{%- endfor -%}
{%- endmacro %}
