{#- The columns of `event_starts` with a target's points from a step on, each with a comma before it. -#}
{%- macro event_start_columns(known, first=1) -%}
{%- for step in range(first, known.points + 1) -%}, point_{{ step }}{{ ', times_' ~ step if known.events }}{%- endfor -%}
{%- endmacro %}
