{#- Whether a target's classes may have to be `compared` with the table, as `yes` or nothing. -#}
{%- macro is_compared(plan, target, within='') -%}
{{ 'yes' if target.attribute and sqlmetrics.at_once(plan, within) and ('gain' in plan.facts or target.cell_measures | selectattr('needs', 'in', ['compared', 'ranked']) | list) }}
{%- endmacro %}
