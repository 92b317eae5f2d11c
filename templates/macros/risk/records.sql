{#-
The score records: one row per target, metric and, at class level, class. A score that is undefined
is NULL with a reason.

It goes on from the common table expressions before it, with a comma if it adds some. The only
metric of a statement is named where its value is, and what is the same in every row stands on a line; several are rows of `metrics`.

Where several combinations of the quasi-identifiers are measured together, `subsets` names them,
(number, names) each. With them, and where the plan is `numbered`, there is a last column, the
number of classes of the combination or of the target, whatever the limit.
-#}
{%- macro records(plan, subsets=none) -%}
{%- set numbered = plan.numbered or subsets is not none -%}
{%- set by_class = plan.level == 'class' -%}
{%- set names = [] -%}
{%- for key in plan.quasi_identifiers -%}{%- do names.append(key.name) -%}{%- endfor -%}
{%- set only = plan.metrics[0] if plan.metrics | length == 1 and not subsets else none -%}
{%- set own = [] -%}
{%- for target in plan.targets -%}
{%- for entry in target.parameters if not only or plan.targets | length > 1 -%}
{%- do own.append('when target_number = ' ~ target.number ~ ('' if only else ' and metric = ' ~ sqlmetrics.literal(entry.metric))
    ~ ' then ' ~ sqlmetrics.literal(entry.text)) -%}
{%- endfor -%}
{%- endfor -%}
{%- set withheld = [] -%}
{%- for number in (plan.withheld.targets if plan.withheld is not none else []) -%}{%- do withheld.append('target_number = ' ~ number) -%}{%- endfor -%}
{%- set direct = only and not by_class and not own and not withheld -%}
{%- set summed = only and sqlmetrics.read_from_sums(plan) -%}
{%- set between = ' ' if summed else '\n        ' -%}
{%- set gap = ' ' if only else '\n    ' -%}
{%- set score = sqlmetrics.measured(plan, only) if direct else 'score' -%}
{%- set mapped = 'unmapped_records' not in plan.facts -%}
{%- set own_text = 'parameter_text' -%}
{%- if only -%}
{%- set text = plan.targets[0].parameters[0].text if plan.targets | length == 1 and plan.targets[0].parameters else only.parameter_text -%}
{%- set own_text = sqlmetrics.as_string('null' if text is none else sqlmetrics.literal(text)) -%}
{%- endif -%}
{%- set reasons = [] -%}
{%- if withheld -%}{%- do reasons.append('when ' ~ (withheld | join(' or ')) ~ ' then ' ~ sqlmetrics.literal(plan.withheld.reason)) -%}{%- endif -%}
{%- do reasons.append('when records = 0 then ' ~ sqlmetrics.literal('the table has no records' if plan.nulls == 'category' else 'no records are left without NULLs')) -%}
{%- if not mapped -%}{%- do reasons.append("when unmapped_records > 0 then 'a partition has no domain for some values'") -%}{%- endif -%}
{%- do reasons.append('when ' ~ score ~ ' is null then ' ~ (sqlmetrics.literal(only.undefined) if only else 'undefined')) -%}
{%- if not only -%}
,
{%- set rows = [] -%}
{%- for metric in plan.metrics -%}
{%- set cells = [loop.index | string, metric.name, metric.targets, metric.unit, metric.direction, metric.undefined] -%}
{%- set row = [] -%}
{%- for cell in cells -%}{%- do row.append(sqlmetrics.literal(cell)) -%}{%- endfor -%}
{%- do row.append(sqlmetrics.as_string('null') if metric.parameter_text is none else sqlmetrics.literal(metric.parameter_text)) -%}
{%- do rows.append(row) -%}
{%- endfor %}
-- a row per metric
metrics as (
    select {{ sqlmetrics.as_integer('place_text') }} as place_of_metric, metric, scope, unit, direction, undefined, parameter_text
    from {{ sqlmetrics.few_rows(['place_text', 'metric', 'scope', 'unit', 'direction', 'undefined', 'parameter_text'], rows) }}
)
{%- endif -%}
{%- if not direct -%}
,
-- a row per {{ 'combination, ' if subsets }}{{ 'metric, target and class' if by_class else 'metric and target' }}
scores as (
    select
        {{ 'subset_number, ' if subsets }}{{ 'classes, ' if numbered }}target_number, {{ 'place_of_metric, metric, ' if not only }}target, partition_name{{ ', unit, direction, undefined' if not only }}{{ ', unmapped_records' if not mapped }},
        {%- if own %}
        case {{ own | join(' ') }} else {{ own_text }} end as score_parameters,
        {%- elif not only %}
        parameter_text as score_parameters,
        {%- endif %}
        {%- if by_class %}
        class_name, class_records as records, place,
        {%- else %}
        records,
        {%- endif %}
        case
            {%- if withheld %}
            when {{ withheld | join(' or ') }} then null
            {%- endif %}
            when {{ 'class_records' if by_class else 'records' }} = 0{{ ' or unmapped_records > 0' if not mapped }} then null
            {%- if only %}
            else {{ sqlmetrics.measured(plan, only) }}
            {%- else %}
            {%- for metric in plan.metrics %}
            when metric = {{ sqlmetrics.literal(metric.name) }} then {{ sqlmetrics.measured(plan, metric) }}
            {%- endfor %}
            {%- endif %}
        end as score
    from {{ 'class_facts' if by_class else 'targets' }}
    {%- if not only %}
    cross join metrics
    where {% if by_class and plan.limit %}place <= {{ plan.limit }} and {% endif %}(
        {%- for target in plan.targets %}
        {{ 'or ' if not loop.first }}target_number = {{ target.number }} and scope in ({% for scope in target.scopes %}{{ sqlmetrics.literal(scope) }}{{ ', ' if not loop.last }}{% endfor %})
        {%- endfor %}
    )
    {%- elif by_class and plan.limit %}
    where place <= {{ plan.limit }}
    {%- endif %}
)
{%- endif %}
select
    {{ sqlmetrics.literal(only.name) if only else 'metric' }} as {{ sqlmetrics.quoted('metric') }},{{ gap }}
    {{- sqlmetrics.literal(plan.targets[0].name) if summed else 'target' }} as {{ sqlmetrics.quoted('target') }},{{ gap }}
    {{- 'subset_names.domain' if subsets
        else sqlmetrics.literal(names | join(',')) }} as {{ sqlmetrics.quoted('quasi_identifiers') }},
    {{ sqlmetrics.partition_name(plan.targets[0]) if summed else 'partition_name' }} as {{ sqlmetrics.quoted('partition') }},{{ gap }}
    {{- sqlmetrics.literal(plan.level) }} as {{ sqlmetrics.quoted('level') }},{{ gap }}
    {{- 'class_name' if by_class else sqlmetrics.as_string('null') }} as {{ sqlmetrics.quoted('class') }},
    {{ sqlmetrics.as_integer('records') }} as {{ sqlmetrics.quoted('records') }},
    {{ 'case when records > 0' ~ (' and unmapped_records = 0' if not mapped) ~ ' then ' ~ score ~ ' end' if direct else 'score' }} as {{ sqlmetrics.quoted('value') }},
    case{{ between ~ (reasons | join(between)) ~ (' ' if summed else '\n    ') }}end as {{ sqlmetrics.quoted('reason') }},
    {{ sqlmetrics.literal(only.unit) if only else 'unit' }} as {{ sqlmetrics.quoted('unit') }},{{ gap }}
    {{- sqlmetrics.literal(only.direction) if only else 'direction' }} as {{ sqlmetrics.quoted('direction') }},{{ gap }}
    {{- own_text if only and not own else 'score_parameters' }} as {{ sqlmetrics.quoted('parameters') }}{{ ',' if numbered }}
    {%- if numbered %}
    {{ sqlmetrics.as_integer('classes') }} as {{ sqlmetrics.quoted('classes') }}
    {%- endif %}
from {{ 'sums_' ~ plan.targets[0].number if summed else 'targets' if direct else 'scores' }}
{%- if subsets %}
join {{ sqlmetrics.mapping(subsets) }} subset_names on subset_names.value = {{ sqlmetrics.as_string('subset_number') }}
{%- endif %}
{%- if not summed %}
order by {{ 'subset_number, ' if subsets }}target_number{{ ', place' if by_class }}{{ ', place_of_metric' if not only }}
{%- endif %}
{%- endmacro %}
