{#- The means over the sets of a target with p points, as `shown`, from `classes`, which has a row
per set; and `asked`: for each number of known points a row per target, with its set of as many
points, or of all of them where it has fewer. `means` and `extremes` list (expression, name) over
the row of a class; of drawn sets a target has one for each p. `asked` has the columns `kept` of
`shown`, too. A set of points of events weighs as many `ways` as the person's events show it. -#}
{%- macro event_shown(known, means, extremes, kept=[]) -%}
{%- set numbers = [] -%}
{%- for p in range(1, known.points + 1) -%}{%- do numbers.append([p]) -%}{%- endfor -%}
-- the sets of p points of a target
shown as (
    {%- if known.drawn %}
    select target, p
        {%- for column in means + extremes %}, {{ column[0] }} as {{ column[1] }}{%- endfor %}
    from classes
    {%- else %}
    select candidates.individual as target, candidates.p as p
        {%- for expression, name in means %},
        {{ 'sum(ways * (' ~ expression ~ ')) / sum(ways)' if known.events
            else 'avg(' ~ sqlmetrics.as_double(expression) ~ ')' }} as {{ name }}
        {%- endfor %}
        {%- for expression, name, aggregate in extremes %},
        {{ aggregate }}({{ expression }}) as {{ name }}
        {%- endfor %}
    from candidates
    join classes on {% for column
        in sqlmetrics.event_set(known).split(', ') %}classes.{{ column }} = candidates.{{ column }}{{ ' and '
        if not loop.last }}{% endfor %}
    group by candidates.individual, candidates.p
    {%- endif %}
),
-- a number of points, and the sets of a target that are known then: all points of who has fewer
asked as (
    select points{% for column in kept %}, {{ column }}{% endfor %}{% for column
        in means + extremes %}, {{ column[1] }}{% endfor %}
    from (
        select p, max(p) over (partition by target) as last_p{% for column
            in means + extremes %}, {{ column[1] }}{% endfor %}
        from shown
    ) ended
    join {{ sqlmetrics.number_rows(['points'],
        numbers) }} numbers on p = numbers.points or (p = last_p and p < numbers.points)
)
{%- endmacro %}
