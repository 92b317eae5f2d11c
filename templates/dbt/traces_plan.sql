{#-
The relation and the only quasi-identifier of a plan of whole traces: {relation, quasi_identifiers}, from the
plan of the points, the columns of the sensitive attributes, and whether the statement is `plain`.
-#}
{%- macro traces_plan(points, attributes, plain) -%}
{%- set taken = attributes | map('lower') | list -%}
{%- set trace = namespace(name='trace') -%}
{%- for number in range(1, taken | length + 1) if trace.name in taken -%}{%- set trace.name = 'trace' ~ number -%}{%- endfor -%}
{%- do return({
    'relation': sqlmetrics.event_people(points, trace.name, attributes),
    'quasi_identifiers': [{
        'number': 1,
        'column': trace.name,
        'name': points.quasi_identifiers | map(attribute='name') | join(','),
        'alias': trace.name if sqlmetrics.own_name(trace.name, plain) else none,
        'recoding': none,
    }],
}) -%}
{%- endmacro %}
