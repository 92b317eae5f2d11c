{#-
The discrimination rate of each target of a plan, which are sensitive attributes as they are and by
the levels of their hierarchies, beside the classes of the keys and the domains that occur.
-#}
{%- macro semantic_levels(plan) -%}
{%- set plan = dict(plan, facts=plan.facts + ['classes', 'target_values']) -%}
with
{{ sqlmetrics.count_facts(plan, complete=true) }}
select
    {{ sqlmetrics.target_case(plan, false, 'target_number') }} as {{ sqlmetrics.quoted('target') }},
    {{ sqlmetrics.target_case(plan, true, 'target_number') }} as {{ sqlmetrics.quoted('partition') }},
    {{ sqlmetrics.as_integer('records') }} as {{ sqlmetrics.quoted('records') }},
    {{ sqlmetrics.as_integer('coalesce(classes, 0)') }} as {{ sqlmetrics.quoted('classes') }},
    {{ sqlmetrics.as_integer('coalesce(target_values, 0)') }} as {{ sqlmetrics.quoted('domains') }},
    {%- if 'unmapped_records' in plan.facts %}
    case when unmapped_records = 0
        then {{ sqlmetrics.discrimination_rate('table') }} end as {{ sqlmetrics.quoted('value') }},
    {%- else %}
    {{ sqlmetrics.discrimination_rate('table') }} as {{ sqlmetrics.quoted('value') }},
    {%- endif %}
    case
        {%- if 'unmapped_records' in plan.facts %}
        when unmapped_records > 0 then 'a partition has no domain for some values'
        {%- endif %}
        when records = 0 then 'the table has no records'
        when target_entropy = 0 then 'the target has a single value'
    end as {{ sqlmetrics.quoted('reason') }}
from targets
order by target_number
{%- endmacro %}
