{#-
Whether a fact of a target's own distribution is needed, or a partition may leave out values, as
`yes` or nothing.
-#}
{%- macro has_spectrum(plan, target) -%}
{%- set own = target.attribute or plan.individual is not none -%}
{%- set checked = target.recoding and target.recoding.unmapped == 'error' -%}
{{ 'yes' if own and ('target_values' in plan.facts or 'value_uncertainty' in plan.facts or 'largest_value' in target.carried or checked) }}
{%- endmacro %}
