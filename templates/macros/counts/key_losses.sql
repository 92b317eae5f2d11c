{#-
The column of a target's cells and classes with the records that have a key in no domain, or 0. It is
not that of all records without a domain where the target's own partition may leave out some too.
-#}
{%- macro key_losses(plan, target) -%}
{%- set own = target.recoding and target.recoding.unmapped == 'error' -%}
{{ '0' if not sqlmetrics.lost_keys(plan) else 'unmapped_keys' if own else 'unmapped' }}
{%- endmacro %}
