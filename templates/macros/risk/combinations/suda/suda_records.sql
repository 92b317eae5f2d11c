{#-
The records that are singled out, the riskiest first: place, key values where they are shown, msus,
least_size, suda_score, dis_score. It has no rows where a partition of a key has no domain for some
values. `facts` are the common table expressions below: numbered_classes and the expressions of
`suda_facts`.
-#}
{%- macro suda_records(plan, facts) -%}
with
{{ facts }},
-- a row per class with a minimal unique
placed as (
    select
        row_number() over (order by suda_score desc, least_size, {{ sqlmetrics.key_columns(plan) }}) as place,
        {{ sqlmetrics.class_name(plan) if plan.show_values else sqlmetrics.as_string('null') }} as class_name,
        msus, least_size, suda_score, dis_score
    from suda_scores
    join numbered_classes on numbered_classes.class_number = suda_scores.class_number
    {%- if sqlmetrics.lost_keys(plan) %}
    cross join unmapped_keys
    where unmapped = 0
    {%- endif %}
)
select
    class_name as {{ sqlmetrics.quoted('class') }},
    {{ sqlmetrics.as_integer('msus') }} as {{ sqlmetrics.quoted('msus') }},
    {{ sqlmetrics.as_integer('least_size') }} as {{ sqlmetrics.quoted('least_size') }},
    suda_score as {{ sqlmetrics.quoted('suda') }},
    dis_score as {{ sqlmetrics.quoted('dis_suda') }}
from placed
{%- if plan.limit %}
where place <= {{ plan.limit }}
{%- endif %}
order by place
{%- endmacro %}
