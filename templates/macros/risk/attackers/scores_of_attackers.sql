{#-
The score records of several plans, whose counts are rolled up from the counts of the plan `whole`:
the relation is read once. `plans` has the plan of each attacker by name, and `whole` has the keys of all
of them. `rolled` has for each plan the plan of its counts, and the places of its keys in `whole`. The last
column is the attacker's name.
-#}
{%- macro scores_of_attackers(plans, whole, rolled) -%}
with
-- a combination of all keys and the value, and how many records have it
read_once as (
    {{ sqlmetrics.counting(whole) }}
)
{%- for name, plan in plans.items() %}
{%- set counted, places = rolled[loop.index0] %}
select attacker_{{ loop.index }}.*,
{{ sqlmetrics.as_string(sqlmetrics.literal(name)) }} as {{ sqlmetrics.quoted('attacker') }}
from (
{{ sqlmetrics.score(dict(plan, counted='(\n    ' ~ sqlmetrics.known_counts(counted, 'read_once', places)
    ~ '\n    )')) }}
) attacker_{{ loop.index }}
{{- '\nunion all' if not loop.last }}
{%- endfor %}
{%- endmacro %}
