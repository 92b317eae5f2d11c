{#-
Whether the classes of the identity differ from the classes of a sensitive target with nothing
beside, as `yes` or nothing: individuals are counted, a NULL of the sensitive target leaves a record
out, or people of a population or survey weights are beside them.
-#}
{%- macro is_apart(plan) -%}
{%- set sensitive = plan.targets | selectattr('attribute') | list -%}
{{ 'yes' if not sensitive or plan.individual is not none or plan.nulls == 'drop'
    or plan.population is not none or plan.weight is not none }}
{%- endmacro %}
