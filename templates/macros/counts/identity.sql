{#-
The identity's classes. Each individual is a value of its own, so a class has as many values as
individuals. Where every record is one individual and no NULL is dropped they are the classes of any
other target; else they are counted from the count relation, or from the relation itself. With `within` each of several tables
has its own, from the relations members_0 or cells_0.
-#}
{%- macro identity(plan, within='') -%}
{%- set keys = within ~ sqlmetrics.key_columns(plan) -%}
{%- set kept = keys ~ ', ' if plan.level == 'class' or plan.population is not none or plan.weight is not none else within -%}
{%- set sample = 'sampled' if plan.population is not none or plan.weight is not none else 'classes_0' -%}
{%- set target = plan.targets[0] -%}
{%- set shared = plan.individual is none and plan.nulls != 'drop' and plan.targets | length > 1 -%}
{%- set valued = 'class_values' in plan.facts -%}
{%- set grouped = not within and sqlmetrics.counts_classes(plan) -%}
{%- set counted_once = not within and plan.counted is none and plan.attributes | length == 0 -%}
{%- set size = sqlmetrics.count_records() if grouped else 'records' if counted_once else 'sum(records)' -%}
{%- set uncertain = 'class_uncertainty' in plan.facts -%}
{%- if plan.individual is not none -%}
{%- if not within -%}
-- a row per individual and class
members_0 as (
    select individual, {{ keys }}, sum(records) as member_records
    from people
    {{- sqlmetrics.target_filter(plan, target) }}
    group by individual, {{ keys }}
),
{% endif -%}
-- a row per class
{{ sample }} as (
    select
        {{ kept }}{{ sqlmetrics.count_records() }} as class_size{{ ', ' ~ sqlmetrics.count_records() ~ ' as class_values' if valued }}, sum(member_records) as class_records
        {%- if uncertain %},
        {{ sqlmetrics.n_ln_n(sqlmetrics.count_records()) }} as class_uncertainty
        {%- endif %}
    from members_0
    group by {{ keys }}
)
{%- if sqlmetrics.has_marginals(plan, target) %},
{{ sqlmetrics.marginals(plan, target, within) }}
{%- endif %}
{%- elif shared -%}
-- a row per class
{{ sample }} as (
    select
        {{ kept }}class_size{{ ', class_size as class_values' if valued }}
        {%- if uncertain %},
        {{ sqlmetrics.n_ln_n('class_size') }} as class_uncertainty
        {%- endif %}
    from classes_{{ plan.targets[1].number }}
)
{%- else -%}
-- a row per class
{{ sample }} as (
    select{{ '\n        ' if valued or uncertain or not grouped else ' ' }}
        {{- kept }}{{ size }} as class_size{{ ', ' ~ size ~ ' as class_values' if valued }}
        {%- if uncertain %},
        {{ sqlmetrics.n_ln_n(size) }} as class_uncertainty
        {%- endif %}
    {%- if grouped %}
    from (
        {{ sqlmetrics.input(plan, plan.relation, []) }}
    ) input
    {{- sqlmetrics.target_filter(plan, target) }}
    {%- else %}
    from {{ 'cells_0' if within else 'counts' ~ sqlmetrics.target_filter(plan, target) }}
    {%- endif %}
    {%- if grouped or not counted_once %}
    group by {{ keys }}
    {%- endif %}
)
{%- endif -%}
{%- if plan.population is not none -%},
{{ sqlmetrics.populated(plan) }}
{%- endif -%}
{%- if plan.weight is not none -%},
{{ sqlmetrics.surveyed(plan) }}
{%- endif -%}
{%- endmacro %}
