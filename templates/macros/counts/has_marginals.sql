{#-
Whether a target's values are counted, as `yes` or nothing: for a fact of their distribution, or
where cells have the records of their values beside them.
-#}
{%- macro has_marginals(plan, target, within='') -%}
{%- set own = target.attribute or plan.individual is not none -%}
{{ 'yes' if own and (sqlmetrics.has_spectrum(plan, target) or plan.expected or sqlmetrics.is_beside(plan, target, within)) }}
{%- endmacro %}
