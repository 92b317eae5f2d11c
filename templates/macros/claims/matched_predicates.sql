{#-
How many individuals meet each of several conditions, in one read of the relation: a column n1, n2, .. each, and before them all individuals.
Of `conditions` each is a list of conditions that must all be met; one that ends in a list under `unless` leaves out who meets all of these.
-#}
{%- macro matched_predicates(relation, individual, conditions) -%}
{%- set counted = 'count(distinct case when ' if individual is not none else 'count(case when ' -%}
{%- set who = sqlmetrics.quoted(individual) if individual is not none else '1' -%}
select
    {{ 'count(distinct ' ~ who ~ ')' if individual is not none else sqlmetrics.count_records() }} as individuals
    {%- for condition in conditions %},
    {{ counted }}{% for each in condition.meets %}{{ sqlmetrics.predicate(each.name, each.kind, each.comparison, each.text) }}{{ ' and ' if not loop.last }}{% else %}1 = 1{% endfor %}
    {%- if condition.unless %} then case when {% for each in condition.unless %}{{ sqlmetrics.predicate(each.name, each.kind, each.comparison, each.text) }}{{ ' and ' if not loop.last }}{% endfor %} then null else {{ who }} end
    {%- else %} then {{ who }}
    {%- endif %} end) as n{{ loop.index }}
    {%- endfor %}
from {{ relation }} source
{%- endmacro %}
