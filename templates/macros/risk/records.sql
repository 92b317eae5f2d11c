{#-
The score records: one row per target, metric and, at class level, class. A score that is undefined
is NULL with a reason.

It goes on from the common table expressions before it, with a comma if it adds some. The only
metric of a statement is named where its value is, and what is the same in every row stands on a line;
several are rows of `metrics`, a row for each target that has it.

Where several combinations of the quasi-identifiers are measured together, `subsets` names them,
(number, names) each. With them, and where the plan is `numbered`, there is a last column, the
number of classes of the combination or of the target, whatever the limit.
-#}
{%- macro records(plan, subsets=none) -%}
{%- set numbered = plan.numbered or subsets is not none -%}
{%- set by_class = plan.level == 'class' -%}
{%- set names = [] -%}
{%- for key in plan.quasi_identifiers[plan.slices:] -%}{%- do names.append(key.name) -%}{%- endfor -%}
{%- set slices = plan.quasi_identifiers[:plan.slices] -%}
{%- set only = plan.metrics[0] if plan.metrics | length == 1 and plan.targets | length == 1 and not subsets
    and not slices else none -%}
{%- set several = plan.targets | length > 1 -%}
{%- set own = {} -%}
{%- for target in plan.targets -%}
{%- for entry in target.parameters -%}
    {%- do own.update({target.number ~ ' ' ~ entry.metric: entry.text}) -%}
{%- endfor -%}
{%- endfor -%}
{#- Hierarchies that are as bad but for a sum's last digits are one rank: the first is named. -#}
{%- set worst = {} -%}
{%- for target in plan.targets if target.hierarchies | length > 1 -%}
{%- set largest = 'max_' if plan.level == 'table' else '' -%}
{%- set cases = [] -%}
{%- for tree in target.hierarchies -%}
    {%- do cases.append('when 1000000000000 * (' ~ largest ~ 'hierarchical_distance - ' ~ largest
        ~ tree.column ~ ') < 1\n            then ' ~ sqlmetrics.literal(tree.name)) -%}
{%- endfor -%}
{%- do worst.update({target.number: 'case ' ~ (cases | join('\n            ')) ~ '\n            end'}) -%}
{%- endfor -%}
{%- set withheld = [] -%}
{%- for number in (plan.withheld.targets if plan.withheld is not none else []) -%}
    {%- do withheld.append(('target_number = ' ~ number) if only
        else ('of_target = ' ~ sqlmetrics.literal(sqlmetrics.target_digits(plan, number))
        ~ (' and withheld_' ~ loop.index ~ ' = 1' if slices))) -%}
{%- endfor -%}
{%- set mapped = 'unmapped_records' not in plan.facts -%}
{%- set lost_points = plan.points and sqlmetrics.lost_keys(plan.points) -%}
{%- set several_values = [] -%}
{%- for target in plan.targets if plan.points and target.attribute -%}
    {%- do several_values.append(('' if only else 'of_target = '
        ~ sqlmetrics.literal(sqlmetrics.target_digits(plan, target.number)) ~ ' and ') ~ 'several_'
        ~ target.number ~ ' > 0') -%}
{%- endfor -%}
{%- set records = 'class_records' if by_class else 'records' -%}
{%- set score = sqlmetrics.measured(plan, only) if only else 'score' -%}
{%- set gap = ' ' if only else '\n    ' -%}
{%- set scored = [] -%}
{%- if withheld -%}{%- do scored.append('not (' ~ (withheld | join(' or ')) ~ ')') -%}{%- endif -%}
{%- do scored.append(('records' if not only else records) ~ ' > 0') -%}
{%- if not mapped -%}{%- do scored.append('unmapped_records = 0') -%}{%- endif -%}
{%- if lost_points -%}{%- do scored.append('unmapped_points = 0') -%}{%- endif -%}
{%- if several_values -%}
    {%- do scored.append('not (' ~ (several_values | join(' or ')) ~ ')') -%}
{%- endif -%}
{%- set reasons = [] -%}
{%- if withheld -%}
    {%- do reasons.append('when ' ~ (withheld | join(' or ')) ~ ' then '
        ~ sqlmetrics.literal(plan.withheld.reason)) -%}
{%- endif -%}
{%- do reasons.append('when ' ~ (records if only else 'records') ~ ' = 0 then '
    ~ sqlmetrics.literal('no records are left without NULLs' if plan.nulls == 'drop'
    else 'the table has no records')) -%}
{%- if not mapped -%}
    {%- do reasons.append("when unmapped_records > 0 then 'a partition has no domain for some values'") -%}
{%- endif -%}
{%- if lost_points -%}
    {%- do reasons.append("when unmapped_points > 0 then 'a partition has no domain for some values'") -%}
{%- endif -%}
{%- if several_values -%}
    {%- do reasons.append('when ' ~ (several_values | join(' or '))
        ~ " then 'people have several values of it'") -%}
{%- endif -%}
{%- set text = namespace(own=none, undefined='') -%}
{%- if only -%}
{%- set parameters = own.get(plan.targets[0].number ~ ' ' ~ only.name) or only.parameter_text -%}
{%- set text.own = sqlmetrics.as_string('null' if parameters is none else sqlmetrics.literal(parameters)) -%}
{%- if only.targets == 'hierarchical' and worst -%}
{%- set named = sqlmetrics.concat([sqlmetrics.literal(parameters ~ ', worst='),
    worst[plan.targets[0].number]]) -%}
{%- set text.own = 'case when ' ~ (scored | join(' and ')) ~ ' and ' ~ score ~ ' is not null\n        then '
    ~ named ~ '\n        else ' ~ sqlmetrics.literal(parameters) ~ ' end' -%}
{%- endif -%}
{%- do reasons.append('when ' ~ score ~ ' is null then ' ~ sqlmetrics.literal(only.undefined)) -%}
{%- else -%}
{%- set text.own = "nullif(parameter_text, '')" -%}
{%- if worst -%}
{%- set text.own = 'case when ' ~ (scored | join(' and ')) ~ ' and worst is not null\n        then '
    ~ sqlmetrics.concat(['parameter_text', "', worst='", 'worst']) ~ '\n        else ' ~ text.own ~ ' end' -%}
{%- endif -%}
{%- set undefined = plan.metrics | map(attribute='undefined') | unique | list -%}
{%- if undefined | length == 1 -%}
{%- do reasons.append('when score is null then ' ~ sqlmetrics.literal(undefined[0])) -%}
{%- else -%}
{%- for reason in undefined if reason != 'it cannot be computed' -%}
{%- set alike = [] -%}
{%- for metric in plan.metrics if metric.undefined == reason -%}
    {%- do alike.append(sqlmetrics.compared(metric.name)) -%}
{%- endfor -%}
{%- set text.undefined = text.undefined ~ '\n            when metric in (' ~ (alike | join(', '))
    ~ ')\n            then ' ~ sqlmetrics.literal(reason) -%}
{%- endfor -%}
{%- do reasons.append("when score is null then case" ~ text.undefined
    ~ "\n            else 'it cannot be computed'\n        end") -%}
{%- endif -%}
{%- endif -%}
{%- if not only -%}
,
{%- set listed = ['of_target', 'place_of_metric', 'metric', 'unit', 'parameter_text'] -%}
{%- set wide = plan.targets | length * (plan.metrics | length) > 99 -%}
{%- set rows = [] -%}
{%- for target in plan.targets -%}
{%- for metric in plan.metrics if metric.targets in target.scopes -%}
{%- set place = ('0' if rows | length < 9) ~ ('0' if rows | length < 99 and wide) ~ (rows | length + 1) -%}
{%- do rows.append([sqlmetrics.target_digits(plan, target.number), place, metric.name, metric.unit,
    own.get(target.number ~ ' ' ~ metric.name) or metric.parameter_text or '']) -%}
{%- endfor -%}
{%- endfor -%}
{%- set columns = [] -%}
{%- if subsets -%}{%- do columns.append(['subset_number']) -%}{%- endif -%}
{%- if slices -%}{%- do columns.append(['slice_name, slice_number']) -%}{%- endif -%}
{%- if slices -%}
    {%- for _ in withheld -%}
        {%- do columns.append(['withheld_' ~ loop.index]) -%}
    {%- endfor -%}
{%- endif -%}
{%- for name in listed -%}{%- do columns.append([name]) -%}{%- endfor -%}
{%- if by_class -%}{%- do columns.extend([['class_name'], ['place']]) -%}{%- endif -%}
{%- do columns.append(['class_records as records' if by_class else 'coalesce(records, 0) as records']) -%}
{%- if numbered -%}{%- do columns.append(['classes']) -%}{%- endif -%}
{%- if plan.sizes -%}{%- do columns.extend([['class_sizes'], ['value_sizes']]) -%}{%- endif -%}
{%- if not mapped -%}{%- do columns.append(['unmapped_records']) -%}{%- endif -%}
{%- set of_worst = [] -%}
{%- for number, case in worst.items() -%}
    {%- do of_worst.append('when of_target = ' ~ sqlmetrics.compared(sqlmetrics.target_digits(plan, number))
        ~ " and metric = 't_closeness_hierarchical'\n            then " ~ case) -%}
{%- endfor -%}
{%- if of_worst -%}
    {%- do columns.append(['case ' ~ (of_worst | join('\n            ')) ~ ' end as worst']) -%}
{%- endif -%}
{%- if lost_points -%}{%- do columns.append(['unmapped_points']) -%}{%- endif -%}
{%- for target in plan.targets if plan.points and target.attribute -%}
{%- do columns.append(['several_' ~ target.number]) -%}{%- endfor %}
{%- if slices %}
{{ sqlmetrics.slices_in_order(plan, 'class_facts' if by_class else 'targets', records, plan.withheld.slices
    if withheld else []) }}
{%- endif %}
-- a metric of a target{{ ' and class' if by_class }}{{ ' in a table' if subsets }}{{ ' in a slice'
    if slices }}
scores as (
    select {{ sqlmetrics.listed_columns(columns) }},
        case metric
            {%- for metric in plan.metrics %}
            {{ sqlmetrics.when_then(sqlmetrics.compared(metric.name), sqlmetrics.measured(plan, metric)) }}
            {%- endfor %}
        end as score
    from {{ sqlmetrics.few_rows(listed, rows) }}
    {{ '' if by_class or slices else 'left ' }}join {{ 'class_facts' if by_class
        else 'targets' }} on target_number = {{ sqlmetrics.as_integer('of_target') }}
    {%- if lost_points or several_values %}
    cross join trace_facts
    {%- endif %}
    {%- if slices %}
    {{ sqlmetrics.joined_slices(plan) }}{{ ' and slice_number <= ' ~ plan.most_slices if plan.most_slices }}
    {%- endif %}
    {%- if by_class and plan.limit %}
    where place <= {{ plan.limit }}
    {%- endif %}
)
{%- endif %}
{%- set last = [] -%}
{%- do last.append([(sqlmetrics.literal(only.name) if only else 'metric') ~ ' as '
    ~ sqlmetrics.quoted('metric')]) -%}
{%- do last.append([(sqlmetrics.target_case(plan) if several else sqlmetrics.literal(plan.targets[0].name))
    ~ ' as ' ~ sqlmetrics.quoted('target')]) -%}
{%- do last.append([('subset_names.domain' if subsets else sqlmetrics.literal(names | join(','))) ~ ' as '
    ~ sqlmetrics.quoted('quasi_identifiers')]) -%}
{%- do last.append([(sqlmetrics.target_case(plan, true) if several
    else sqlmetrics.partition_name(plan.targets[0])) ~ ' as ' ~ sqlmetrics.quoted('partition')]) -%}
{%- do last.append([('slice_name' if slices else sqlmetrics.as_string('null')) ~ ' as '
    ~ sqlmetrics.quoted('slice')]) -%}
{%- do last.append([sqlmetrics.literal(plan.level) ~ ' as ' ~ sqlmetrics.quoted('level')]) -%}
{%- do last.append([('class_name' if by_class else sqlmetrics.as_string('null')) ~ ' as '
    ~ sqlmetrics.quoted('class')]) -%}
{%- do last.append([sqlmetrics.as_integer(records if only else 'records') ~ ' as '
    ~ sqlmetrics.quoted('records')]) -%}
{%- do last.append(['case when ' ~ (scored | join(' and ')) ~ ' then ' ~ score ~ ' end as '
    ~ sqlmetrics.quoted('value')]) -%}
{%- set meta = [] -%}
{%- do meta.append([(sqlmetrics.literal(only.unit) if only else 'unit') ~ ' as '
    ~ sqlmetrics.quoted('unit')]) -%}
{%- do meta.append([(sqlmetrics.literal(only.direction) if only else sqlmetrics.direction_case(plan)) ~ ' as '
    ~ sqlmetrics.quoted('direction')]) -%}
{%- do meta.append([text.own ~ ' as ' ~ sqlmetrics.quoted('parameters')]) -%}
{%- if numbered -%}
    {%- do meta.append([sqlmetrics.as_integer('classes') ~ ' as ' ~ sqlmetrics.quoted('classes')]) -%}
{%- endif -%}
{%- if plan.sizes -%}
{%- for name in ['class_sizes', 'value_sizes'] -%}
    {%- do meta.append([name if only else "case when metric = 'discrimination_rate' then " ~ name ~ ' end as '
        ~ name]) -%}
{%- endfor -%}
{%- endif %}
select {{ sqlmetrics.listed_columns(last, '    ') }},
    case {{ reasons | join('\n        ') }} end as {{ sqlmetrics.quoted('reason') }},
    {{ sqlmetrics.listed_columns(meta, '    ') }}
from {{ 'scores' if not only else 'class_facts' if by_class else 'targets' }}{{ ' cross join trace_facts'
    if only and (lost_points or several_values) }}
{%- if only and by_class and plan.limit %}
where place <= {{ plan.limit }}
{%- endif %}
{%- if subsets %}
join {{ sqlmetrics.mapping(subsets) }} subset_names
    on subset_names.value = {{ sqlmetrics.as_string('subset_number') }}
{%- endif %}
{%- if not only or by_class -%}
{{ ' ' if not subsets and not (only and by_class and plan.limit) else '\n' }}order by {{ 'subset_number, '
    if subsets }}{{ 'slice_number, ' if slices }}{{ 'place' if only else 'of_target, place, place_of_metric'
    if by_class else 'place_of_metric' }}
{%- endif %}
{%- endmacro %}
