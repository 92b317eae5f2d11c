{#- The parameter `known` of the scores of a number of points, or of events. -#}
{%- macro event_known(points, events) -%}
known={{ points }}{{ (' events' if points > 1 else ' event') if events }}
{%- endmacro %}
