{#- The `minimal` sets of 1 to `known` points that fewer than `few` people have: of all sets, or of drawn ones. -#}
{%- macro event_minimal(known, few) -%}
{{ sqlmetrics.event_minimal_drawn(known, few) if known.drawn else sqlmetrics.event_minimal_all(known.points, few) }}
{%- endmacro %}
