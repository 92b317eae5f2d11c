{#-
The score records: one row per target, metric and, at class level, class. A score that is undefined
is NULL with a reason.

Where several combinations of the quasi-identifiers are measured together, `subsets` names them,
(number, names) each. With them, and where classes are `numbered`, there is a last column, the
number of classes of the combination or of the target, whatever the limit.
-#}
{%- macro records(plan, subsets=none, numbered=false) -%}
{%- set numbered = numbered or subsets is not none -%}
{%- set by_class = plan.level == 'class' -%}
{%- set names = [] -%}
{%- for key in plan.quasi_identifiers -%}{%- do names.append(key.name) -%}{%- endfor -%}
{%- set own = [] -%}
{%- for target in plan.targets -%}
{%- for entry in target.parameters -%}
{%- do own.append('when target_number = ' ~ target.number ~ ' and metric = ' ~ sqlmetrics.literal(entry.metric)
    ~ ' then ' ~ sqlmetrics.literal(entry.text)) -%}
{%- endfor -%}
{%- endfor -%}
metrics as (
    {%- for metric in plan.metrics %}
    select {{ loop.index }} as place_of_metric, {{ sqlmetrics.literal(metric.name) }} as metric, {{ sqlmetrics.literal(metric.targets) }} as scope, {{ sqlmetrics.literal(metric.unit) }} as unit, {{ sqlmetrics.literal(metric.direction) }} as direction, {{ sqlmetrics.literal(metric.undefined) }} as undefined, {{ sqlmetrics.as_string('null') if metric.parameter_text is none else sqlmetrics.as_string(sqlmetrics.literal(metric.parameter_text)) }} as parameter_text{{ sqlmetrics.one_row() }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
scores as (
    select
        {{ 'subset_number, ' if subsets }}{{ 'classes, ' if numbered }}target_number, place_of_metric, metric, target, partition_name, unit, direction, undefined, unmapped_records,
        {%- if own %}
        case {{ own | join(' ') }} else parameter_text end as score_parameters,
        {%- else %}
        parameter_text as score_parameters,
        {%- endif %}
        {%- if by_class %}
        class_name, class_records as records, place,
        {%- else %}
        records,
        {%- endif %}
        case
            when {{ 'class_records' if by_class else 'records' }} = 0 or unmapped_records > 0 then null
            {%- for metric in plan.metrics %}
            when metric = {{ sqlmetrics.literal(metric.name) }} then {{ sqlmetrics.measured(plan, metric) }}
            {%- endfor %}
        end as score
    from {{ 'class_facts' if by_class else 'targets' }}
    cross join metrics
    where {% if by_class and plan.limit %}place <= {{ plan.limit }} and {% endif %}(
        {%- for target in plan.targets %}
        {{ 'or ' if not loop.first }}target_number = {{ target.number }} and scope in ({% for scope in target.scopes %}{{ sqlmetrics.literal(scope) }}{{ ', ' if not loop.last }}{% endfor %})
        {%- endfor %}
    )
)
select
    metric as {{ sqlmetrics.quoted('metric') }},
    target as {{ sqlmetrics.quoted('target') }},
    {{ 'subset_names.domain' if subsets
        else sqlmetrics.literal(names | join(',')) }} as {{ sqlmetrics.quoted('quasi_identifiers') }},
    partition_name as {{ sqlmetrics.quoted('partition') }},
    {{ sqlmetrics.literal(plan.level) }} as {{ sqlmetrics.quoted('level') }},
    {{ 'class_name' if by_class else sqlmetrics.as_string('null') }} as {{ sqlmetrics.quoted('class') }},
    {{ sqlmetrics.as_integer('records') }} as {{ sqlmetrics.quoted('records') }},
    score as {{ sqlmetrics.quoted('value') }},
    case
        when records = 0 then {{ sqlmetrics.literal('the table has no records' if plan.nulls == 'category'
            else 'no records are left without NULLs') }}
        when unmapped_records > 0 then 'a partition has no domain for some values'
        when score is null then undefined
    end as {{ sqlmetrics.quoted('reason') }},
    unit as {{ sqlmetrics.quoted('unit') }},
    direction as {{ sqlmetrics.quoted('direction') }},
    score_parameters as {{ sqlmetrics.quoted('parameters') }}{{ ',' if numbered }}
    {%- if numbered %}
    {{ sqlmetrics.as_integer('classes') }} as {{ sqlmetrics.quoted('classes') }}
    {%- endif %}
from scores
{%- if subsets %}
join {{ sqlmetrics.mapping(subsets) }} subset_names on subset_names.value = {{ sqlmetrics.as_string('subset_number') }}
{%- endif %}
order by {{ 'subset_number, ' if subsets }}target_number, {{ 'place, ' if by_class }}place_of_metric
{%- endmacro %}
