{#-
The relations of `event_chain` for engines that compute a relation once for all its uses: of the people who have the
first points of a target, those who have the next one, too, until all points are met. A row has the points of its
target, so that each join is of two relations.
-#}
{%- macro event_chain_of_two(known, name, starts, traces) -%}
{%- for p in range(2, known.points + 1) -%}
{%- set before = starts if p == 2 else name ~ '_' ~ (p - 1) -%}
-- a target, and a person who has the first {{ p }} points
{{ name }}_{{ p }} as (
    select target, hidden_p{{ sqlmetrics.event_start_columns(known, p + 1) }}, {{ 'own_1' if p == 2 else before }}.individual as individual
        {%- if known.events %},
        {{ before ~ '.ways * ' if p > 2 }}{% for q in range(1 if p == 2 else p, p + 1) %}(own_{{ q }}.times - times_{{ q }} + 1) / {{ sqlmetrics.as_double('times_' ~ q) }}{{ ' * ' if not loop.last }}{% endfor %} as ways
        {%- endif %}
    from {{ before }}
    {%- for q in range(1 if p == 2 else p, p + 1) %}
    join {{ traces }} own_{{ q }} on own_{{ q }}.point = {{ before }}.point_{{ q }}
        {%- if q > 1 %} and own_{{ q }}.individual = {{ 'own_1' if p == 2 else before }}.individual{% endif %}
        {%- if known.events %} and own_{{ q }}.times >= {{ before }}.times_{{ q }}{% endif %}
    {%- endfor %}
),
{% endfor -%}
-- a target, p, and a person who has the first p points
{{ name }} as (
    {%- for p in range(2, known.points + 1) %}
    select target, {{ p }} as p, individual{{ ', ways' if known.events }}
    from {{ name }}_{{ p }}
    where hidden_p < {{ p }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
{%- endmacro %}
