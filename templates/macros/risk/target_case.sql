{#- The name of a row's target, or that of its partition, by `of_target`, which is the target's number as text. -#}
{%- macro target_case(plan, partitions=false) -%}
{%- set cases = [] -%}
{%- for target in plan.targets if not partitions or target.recoding -%}
{%- do cases.append('when ' ~ sqlmetrics.literal(sqlmetrics.target_digits(plan, target.number)) ~ ' then ' ~ sqlmetrics.literal(target.recoding.name if partitions else target.name)) -%}
{%- endfor -%}
{{ 'case of_target ' ~ (cases | join(' ')) ~ ' end' if cases else sqlmetrics.as_string('null') }}
{%- endmacro %}
