{#-
The score records of known points, as `records` has them, with the ends of intervals behind them: a row
for each number of points of unicity, and a row of the most points for each other metric. It goes on
from `estimated`, a row per number of points (points, targets).

scores   by the name of a metric its value and the ends of its interval or range, where it has one:
expressions
         over a row of `estimated`
facts    relations of one row beside it
reasons  list of (condition, reason): where a condition on these holds there are no scores
-#}
{%- macro event_records(plan, known, scores, facts=[], reasons=[]) -%}
{%- set target = plan.targets[0] -%}
{%- set names = [] -%}
{%- for key in plan.quasi_identifiers -%}{%- do names.append(key.name) -%}{%- endfor -%}
{%- set rows = [] -%}
{%- for metric in plan.metrics -%}
{%- for points in range(1 if metric.name == 'unicity' else known.points, known.points + 1) -%}
{%- do rows.append([('0' if rows | length < 9) ~ (rows | length + 1), metric.name, metric.unit, points,
    (metric.parameter_text ~ ', ' if metric.parameter_text else '')
    ~ sqlmetrics.event_known(points, known.events)]) -%}
{%- endfor -%}
{%- endfor -%}
{%- set lost = sqlmetrics.event_lost(plan) -%}
{%- set facts = facts + (['lost'] if lost else []) -%}
{%- set reasons = reasons + ([['unmapped_records > 0', 'a partition has no domain for some values']] if lost
    else []) -%}
{%- set withheld = [] -%}
{%- set said = ['when records = 0 then ' ~ sqlmetrics.literal('nobody has a point')] -%}
{%- for condition, reason in reasons -%}
{%- do withheld.append(condition) -%}
{%- do said.append('when ' ~ condition ~ ' then ' ~ sqlmetrics.literal(reason)) -%}
{%- endfor -%}
{%- for metric in plan.metrics if metric.name in ['k_anonymity', 'alpha_k_anonymity'] and known.drawn
    or metric.undefined != 'it cannot be computed' -%}
{%- set reason = 'only a bound follows from people who are drawn' if metric.name
    in ['k_anonymity', 'alpha_k_anonymity'] else metric.undefined -%}
{%- do said.append('when score is null and metric = ' ~ sqlmetrics.compared(metric.name) ~ ' then '
    ~ sqlmetrics.literal(reason)) -%}
{%- endfor -%}
{%- set shown = [] -%}
{%- for column, name in [('score', 'value'), ('low', 'low'), ('high', 'high')] -%}
{%- do shown.append(('case when ' ~ (withheld | join(' or ')) ~ ' then null else ' ~ column ~ ' end'
    if withheld else column) ~ ' as ' ~ sqlmetrics.quoted(name)) -%}
{%- endfor -%}
{%- set listed = ['place_of_metric', 'metric', 'unit', 'of_points', 'parameter_text'] -%}
,
{{ lost -}}
-- a metric with what an attacker knows
scores as (
    select place_of_metric, metric, unit, parameter_text, coalesce(targets, 0) as records,
        {%- for condition, _ in reasons %} {{ condition.split()[0] }},{% endfor %}
        {%- for column in ['score', 'low', 'high'] %}
        {%- set place = loop.index0 %}
        {%- set ended = [] %}
        {%- for metric in plan.metrics if scores[metric.name]
            | length > place %}{% do ended.append(metric) %}{% endfor %}
        {%- if not ended %}
        {{ sqlmetrics.as_double('null') }} as {{ column }}
        {%- else %}
        case metric
            {%- for metric in ended %}
            {{ sqlmetrics.when_then(sqlmetrics.compared(metric.name), scores[metric.name][place]) }}
            {%- endfor %}
        end as {{ column }}
        {%- endif %}
        {{- ',' if not loop.last }}
        {%- endfor %}
    from {{ sqlmetrics.few_rows(listed, rows) }}
    {%- for fact in facts %}
    cross join {{ fact }}
    {%- endfor %}
    left join estimated on points = {{ sqlmetrics.as_integer('of_points') }}
)
select metric as {{ sqlmetrics.quoted('metric') }},
{{ sqlmetrics.literal(target.name) }} as {{ sqlmetrics.quoted('target') }},
    {{ sqlmetrics.literal(names | join(',')) }} as {{ sqlmetrics.quoted('quasi_identifiers') }},
    {{ sqlmetrics.partition_name(target) }} as {{ sqlmetrics.quoted('partition') }},
    {{ sqlmetrics.as_string('null') }} as {{ sqlmetrics.quoted('slice') }},
    {{ sqlmetrics.literal(plan.level) }} as {{ sqlmetrics.quoted('level') }},
    {{ sqlmetrics.as_string('null') }} as {{ sqlmetrics.quoted('class') }},
    {{ sqlmetrics.as_integer('records') }} as {{ sqlmetrics.quoted('records') }}, {{ shown[0] }},
    case {{ said | join('\n        ') }} end as {{ sqlmetrics.quoted('reason') }},
    unit as {{ sqlmetrics.quoted('unit') }},
    {{ sqlmetrics.direction_case(plan) }} as {{ sqlmetrics.quoted('direction') }},
    parameter_text as {{ sqlmetrics.quoted('parameters') }}, {{ shown[1] }}, {{ shown[2] }}
from scores order by place_of_metric
{%- endmacro %}
