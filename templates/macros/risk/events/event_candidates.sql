{#- The `candidates` of the question `known`, from the relation of a plan: of all sets of points, or
of drawn ones. See `event_sets` and `event_draws`. -#}
{%- macro event_candidates(plan, known) -%}
{{ sqlmetrics.event_pairs(plan, known.events) }},
{% if known.drawn -%}
{{ sqlmetrics.event_draws(plan, known) }}
{%- else -%}
{{ sqlmetrics.event_points(plan, known.events) }},
{{ sqlmetrics.event_sets(known) }}
{%- endif -%}
{%- endmacro %}
