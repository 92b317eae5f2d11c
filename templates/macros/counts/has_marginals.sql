{#-
Whether a target's own distribution is counted, as `yes` or nothing: where a fact needs it, or a
partition may leave out values.
-#}
{%- macro has_marginals(plan, target) -%}
{%- set own = target.attribute or plan.individual is not none -%}
{%- set checked = target.recoding and target.recoding.unmapped == 'error' -%}
{{ 'yes' if own and ('target_values' in plan.facts or 'value_uncertainty' in plan.facts or 'largest_value' in target.carried
    or checked or plan.expected) }}
{%- endmacro %}
