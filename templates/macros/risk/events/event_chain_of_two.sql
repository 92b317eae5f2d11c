{#- The relations of `event_chain` for engines that compute a relation once for all its uses: who
has both of the first points of a target is looked at more closely. A union of the further points
keeps a planner from joining them first with all who hold them. -#}
{%- macro event_chain_of_two(known, name, starts, steps, traces) -%}
-- a target, and a person who has both of the first points
{{ name }}_2 as (
    select {{ starts }}.target as target, {{ starts }}.hidden_p as hidden_p,
    first_own.individual as individual
        {%- if known.events %},
        (first_own.times - first_times + 1) * (second_own.times - second_times + 1)
            / {{ sqlmetrics.as_double('first_times * second_times') }} as ways
        {%- endif %}
    from {{ starts }}
    join {{ traces }} first_own on first_own.point = {{ starts }}.first_point
        {%- if known.events %} and first_own.times >= {{ starts }}.first_times{% endif %}
    join {{ traces }} second_own on second_own.point = {{ starts }}.second_point
        and second_own.individual = first_own.individual
        {%- if known.events %} and second_own.times >= {{ starts }}.second_times{% endif %}
),
{% if known.points > 2 -%}
-- a further point that such a person has
{{ name }}_met as (
    select further.target as target, further.hidden_p as hidden_p, further.individual as individual,
    further.step as step
        {%- if known.events %},
        ({{ sqlmetrics.as_double('own.times') }} - further.times + 1) / further.times as ways
        {%- endif %}
    from (
        {%- for p in range(3, known.points + 1) %}
        select {{ name }}_2.target as target, {{ name }}_2.hidden_p as hidden_p,
        {{ name }}_2.individual as individual,
            {{ steps }}.step as step, {{ steps }}.point as point{{ ', ' ~ steps ~ '.times as times'
                if known.events }}
        from {{ name }}_2
        join {{ steps }} on {{ steps }}.target = {{ name }}_2.target and {{ steps }}.step = {{ p }}
        {{- '\n        union all' if not loop.last }}
        {%- endfor %}
    ) further
    join {{ traces }} own on own.individual = further.individual and own.point = further.point
        {%- if known.events %} and own.times >= further.times{% endif %}
),
{% endif -%}
{% for p in range(3, known.points + 1) -%}
{%- set before = name ~ '_' ~ (p - 1) -%}
-- a target, and a person who has the first {{ p }} points
{{ name }}_{{ p }} as (
    select met.target as target, met.hidden_p as hidden_p, met.individual as individual{{ ', ' ~ before
        ~ '.ways * met.ways as ways' if known.events }}
    from {{ before }}
    join {{ name }}_met met on met.target = {{ before }}.target and met.individual = {{ before }}.individual
        and met.step = {{ p }}
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
