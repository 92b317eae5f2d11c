{#-
The name of a row's target, or of its partition, by a column with the target's number, which is
`of_target`, a text, or another.
-#}
{%- macro target_case(plan, partitions=false, column='of_target') -%}
{%- set cases = [] -%}
{%- for target in plan.targets if not partitions or target.recoding -%}
{%- set number = sqlmetrics.compared(sqlmetrics.target_digits(plan, target.number)) if column == 'of_target'
    else target.number -%}
{%- do cases.append('when ' ~ number ~ ' then '
    ~ sqlmetrics.literal(target.recoding.name if partitions else target.name)) -%}
{%- endfor -%}
{%- set wide = (cases | join(' ')) | length > 76 -%}
{{ 'case ' ~ column ~ ' ' ~ (cases | join('\n        ' if wide else ' ')) ~ ' end' if cases
    else sqlmetrics.as_string('null') }}
{%- endmacro %}
