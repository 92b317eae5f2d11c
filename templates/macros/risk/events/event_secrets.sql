{#-
The secret of each person, from the only attribute of a plan's `people`: `secrets` (a person, the secret, m
points). Of several values of a person it is the least.
-#}
{%- macro event_secrets(plan, target) -%}
{{ sqlmetrics.recoded_values(plan, target, sqlmetrics.target_filter(plan, target)) -}}
secrets as (
    select own.individual as individual, own.secret as secret, traced.m as m
    from (
        select individual, min({{ 'value' if target.recoding else sqlmetrics.value_name(plan, 1) }}) as secret
        from {{ 'recoded' ~ sqlmetrics.suffix(target) if target.recoding else 'people' }}
        {{- sqlmetrics.target_filter(plan, target) if not target.recoding }}
        group by individual
    ) own
    join traced on traced.individual = own.individual
)
{%- endmacro %}
