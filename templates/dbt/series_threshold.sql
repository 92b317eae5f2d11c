{#-
The statement of the generic test of a release beside its earlier ones, in the order of their publication: a row
(metric, target, partition, slice, records, score, threshold, reason) for each target whose score of all
releases together misses the threshold or is undefined, none where all is well. Where people are drawn
whose values are guessed, the score is the end of its interval on the side of the threshold.
-#}
{%- macro series_threshold(relation, previous, metric, column_name=none, at_least=none, at_most=none, quasi_identifiers=none, sensitive=none, individual=none, partitions=none, suppressed=none, keep_suppressed=false, targets=none, undefined='fail') -%}
{%- if execute -%}
{%- set about = sqlmetrics.series_metric(metric) -%}
{%- set name = about.name -%}
{%- set right = sqlmetrics.bound_of(about, at_least, at_most, undefined) -%}
{%- set threshold = at_least if right == 'at_least' else at_most -%}
{%- set secrets = sensitive if sensitive is not none else column_name -%}
{%- set planned = sqlmetrics.series_plan(sqlmetrics.relations_listed(previous) + [relation], quasi_identifiers, secrets, individual, partitions, suppressed, keep_suppressed, targets) -%}
{%- if name != 'newcomers_alone' and planned.plans[0].individual is none -%}
{%- do sqlmetrics.fail(name ~ " follows people through releases; name the column that tells them apart: individual: patient, or in a column's meta sqlmetrics: {role: individual}") -%}
{%- endif -%}
{%- set quoted = [] -%}
{%- for column in ['metric', 'target', 'partition', 'slice', 'records'] -%}{%- do quoted.append(sqlmetrics.quoted(column)) -%}{%- endfor -%}
{%- set missed = ('score, or the end of its interval, is ' if name == 'guessed' and planned.series.drawn else 'score is ') ~ ('below at_least' if right == 'at_least' else 'above at_most') -%}
select
    {{ quoted | join(', ') }},
    held as score,
    {{ sqlmetrics.as_double(threshold) }} as threshold,
    case when held is null then {{ sqlmetrics.quoted('reason') }} else {{ sqlmetrics.literal(missed) }} end as reason
from (
    select {{ quoted | join(', ') }}, {{ sqlmetrics.quoted('reason') }},
        {{ sqlmetrics.safe_end(right, threshold) }} as held
    from (
{{ sqlmetrics.series_scored(planned) }}
) series
    where {{ sqlmetrics.quoted('metric') }} = {{ sqlmetrics.literal(name) }} and {{ sqlmetrics.quoted('attack') }} <> 'single_release'
        and {{ sqlmetrics.quoted('parameters') }} = {{ sqlmetrics.literal('releases=' ~ planned.series.releases) }}
) scored
where held {{ '<' if right == 'at_least' else '>' }} {{ sqlmetrics.outermost(right, threshold) }}
{{- ' or held is null' if undefined == 'fail' }}
{%- endif -%}
{%- endmacro %}
