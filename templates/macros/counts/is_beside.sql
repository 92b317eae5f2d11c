{#-
Whether cells may have the records of their values beside them, from the marginals, as `yes` or
nothing.
-#}
{%- macro is_beside(plan, target, within='') -%}
{{ 'yes' if target.attribute and sqlmetrics.at_once(plan, within) and (target.weighed or 'gain' in plan.facts) }}
{%- endmacro %}
