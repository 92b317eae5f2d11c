{#- The `minimal` sets of 1 to `known.points` points that fewer than `few` people have, from the
relation of a plan: of all sets, or of drawn ones. See `event_minimal_all` and
`event_minimal_drawn`. -#}
{%- macro event_minimal(plan, known, few) -%}
{{ sqlmetrics.event_pairs(plan) }},
{% if known.drawn -%}
{{ sqlmetrics.event_draws(plan, known) }},
{{ sqlmetrics.event_minimal_drawn(known, few) }}
{%- else -%}
{{ sqlmetrics.event_points(plan, held=true) }},
{{ sqlmetrics.event_minimal_all(known.points, few) }}
{%- endif -%}
{%- endmacro %}
