{#-
The statement of a model, a table, with what releases of the same people give away together: a row per
metric, attack, target and number of releases, 1, 2, .. in the order of their publication. The attack
`single_release` is on each person by the one release that tells most. Columns behind the ends `low` and `high`
of the interval of guesses of drawn people say how many people are not followed, and why. The keys
are compared as they are published.
-#}
{%- macro releases_together(releases, quasi_identifiers=none, sensitive=none, individual=none, partitions=none, suppressed=none, keep_suppressed=false, targets=none) -%}
{%- set releases = sqlmetrics.relations_listed(releases) -%}
{{- config(materialized='table', meta={'sqlmetrics_releases': releases | length}) -}}
{%- if execute -%}
{%- set planned = sqlmetrics.series_plan(releases, quasi_identifiers, sensitive, individual, partitions, suppressed, keep_suppressed, targets) -%}
{%- for release in releases -%}
{%- if release in releases[:loop.index0] -%}
{%- do print('sqlmetrics: ' ~ sqlmetrics.shown_name(release) ~ ' is the same as an earlier release, and shows nothing that this one did not') -%}
{%- endif -%}
{%- endfor -%}
{%- if planned.plans[0].individual is none -%}
{%- do print("sqlmetrics: nothing tells who is in several releases, so only newcomers are counted; name the column that tells people apart: individual: patient, or in a column's meta sqlmetrics: {role: individual}") -%}
{%- endif -%}
{{ sqlmetrics.series_scored(planned) }}
{%- endif -%}
{%- endmacro %}
