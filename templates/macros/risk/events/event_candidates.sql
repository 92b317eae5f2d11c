{#- The `candidates` of the question `known`: of all sets, or of drawn ones. -#}
{%- macro event_candidates(known) -%}
{{ sqlmetrics.event_draws(known) if known.drawn else sqlmetrics.event_sets(known.points) }}
{%- endmacro %}
