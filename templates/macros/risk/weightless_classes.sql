{#- The number of classes in which a survey weight is none, see `survey`, as one row: classes. -#}
{%- macro weightless_classes(plan) -%}
with
{{ sqlmetrics.survey(plan) }}
select {{ sqlmetrics.count_records() }} as {{ sqlmetrics.quoted('classes') }}
from survey
where survey_weight is null
{%- endmacro %}
