{#- The secret of each person, from the only attribute of a plan's `people`: `secrets` (a person,
the secret, and m points or, with `known.events`, events). A person has one; see `event_several`.
`valued` is as in `event_valued`. -#}
{%- macro event_secrets(plan, target, known, valued=none) -%}
{%- if not known.drawn -%}
{{ sqlmetrics.event_traced(not known.events, known.events) }},
{% endif -%}
{{ sqlmetrics.event_valued(plan, target, valued) -}}
-- a person, the secret, and m {{ 'events' if known.events else 'points' }}
secrets as (
    select own.individual as individual, own.secret as secret, traced.{{ 'events' if known.events
        else 'points' }} as m
    from (
        select individual, {{ sqlmetrics.event_value(plan, target) }} as secret
        from {{ sqlmetrics.event_values(plan, target) }}
        group by individual, {{ sqlmetrics.event_value(plan, target) }}
    ) own
    join traced on traced.individual = own.individual
)
{%- endmacro %}
