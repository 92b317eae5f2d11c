{#-
Whether a record has a key value in no domain of its partition; empty where every partition allows
such values.
-#}
{%- macro lost_keys(plan) -%}
{%- set conditions = [] -%}
{%- for key in plan.quasi_identifiers if key.recoding and key.recoding.unmapped == 'error' -%}
{%- do conditions.append('(raw_' ~ key.number ~ ' is not null and ' ~ sqlmetrics.key_name(key)
    ~ ' is null)') -%}
{%- endfor -%}
{{ 'suppressed = 0 and (' ~ (conditions | join(' or ')) ~ ')' if plan.suppressed and conditions
    else conditions | join(' or ') }}
{%- endmacro %}
