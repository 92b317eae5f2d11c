{#-
How many individuals meet each of several conditions, in one read of the relation: a column n1, n2, .. each, and before them all individuals.
Of `conditions` each has a list of predicates that must all be met, and a list under `unless`: who meets all of these is left out.
-#}
{%- macro matched_predicates(relation, individual, conditions) -%}
{%- set counted = 'count(distinct case when ' if individual is not none else 'count(case when ' -%}
{%- set who = sqlmetrics.quoted(individual) if individual is not none else '1' -%}
select
    {{ 'count(distinct ' ~ who ~ ')' if individual is not none else sqlmetrics.count_records() }} as individuals
    {%- for condition in conditions %},
    {{ counted }}{{ condition.meets | join(' and ') or '1 = 1' }}
    {%- if condition.unless %} then case when {{ condition.unless | join(' and ') }} then null else {{ who }} end
    {%- else %} then {{ who }}
    {%- endif %} end) as n{{ loop.index }}
    {%- endfor %}
from {{ relation }} source
{%- endmacro %}
