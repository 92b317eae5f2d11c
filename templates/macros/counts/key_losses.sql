{#-
The column of a target's classes with the records that have a key in no domain, or 0. It is less
than the number of all records without a domain where the target's own partition may leave out some,
too.
-#}
{%- macro key_losses(plan, target) -%}
{%- set shared = plan.individual is none and plan.nulls != 'drop'
    and plan.targets | rejectattr('attribute') | list
    and target.number == (plan.targets | selectattr('attribute') | first).number -%}
{%- set own = target.recoding and target.recoding.unmapped == 'error' -%}
{{ '0' if not sqlmetrics.lost_keys(plan) else 'class_unmapped_keys' if own and shared else 'class_unmapped' }}
{%- endmacro %}
