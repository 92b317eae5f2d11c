{#-
What several releases of the same people give away together of a sensitive attribute, as score records:
a row per metric and number of releases, 1, 2, .. in their order, with what they give of each person by
the one release that tells most beside it. A plan's relation is `together_relation`, whose `bit` is the
slice.

A person is followed who has one record in each of several releases, and the same value in all of them.
Behind each record stand how many people are not.

series.releases  how many releases there are
series.drawn     how many of the people guesses are measured on, or none for all of them
-#}
{%- macro together(plan, series) -%}
{%- set target = plan.targets[0] -%}
{%- set bit = sqlmetrics.key_name(plan.quasi_identifiers[0]) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set value = sqlmetrics.event_value(plan, target) -%}
{%- set filter = sqlmetrics.target_filter(plan, target) -%}
{%- set followed = plan.individual is not none -%}
{%- set numbers = [] -%}
{%- for number in range(1, series.releases + 1) -%}
    {%- do numbers.append([number, 2 ** number]) -%}
{%- endfor -%}
with
{{ sqlmetrics.counts(plan) }},
{{ sqlmetrics.recoded_values(plan, target, filter) -}}
-- a record in a class of a release, with the value
shown_records as (
    select {{ 'individual, ' if followed }}{{ keys }}, {{ value }} as held, records
    from {{ 'recoded' ~ sqlmetrics.suffix(target) if target.recoding
        else ('people' if followed else 'counts') ~ filter }}
),
-- a class of a release with a value
cells as (
    select {{ keys }}, held, sum(records) as records
    from shown_records
    group by {{ keys }}, held
),
-- the first 1, 2, .. releases
steps as (
    select {{ sqlmetrics.as_integer('step') }} as step, {{ sqlmetrics.as_double('below') }} as below
    from {{ sqlmetrics.number_rows(['step', 'below'], numbers) }} numbers
),
{% if followed -%}
{{ sqlmetrics.together_people(plan, series) }},
{{ sqlmetrics.together_guesses(plan, series) }},
{% endif -%}
{{ sqlmetrics.together_newcomers(plan, series) }}
{{- sqlmetrics.together_records(plan, series) }}
{%- endmacro %}
