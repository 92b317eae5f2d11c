{#-
The sum of the survey weights of each class, of individuals where they are counted: the keys and
survey_weight, NULL where a weight is no number of people from above 0 to a million millions, or
where the records of an individual differ.
-#}
{%- macro survey(plan) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set weight = sqlmetrics.as_double('kept_1') -%}
{%- set people = plan.individual is not none -%}
-- a row per class
survey as (
    select {{ keys }}, case when count(record_weight) = count(*) then sum(record_weight) end as survey_weight
    from (
        {%- if people %}
        select {{ keys }}, case when count(one_weight) = count(*)
            and min(one_weight) = max(one_weight) then max(one_weight) end as record_weight
        from (
        {%- endif %}
        select {{ 'individual, '
            if people }}{{ keys }}, case when {{ weight }} > 0 and {{ weight }} <= 1000000000000
                then {{ weight }} end as {{ 'one_weight' if people else 'record_weight' }}
        from (
        {{ sqlmetrics.input(plan, plan.relation, [], [plan.weight], checked=false) }}
        ) input
        {{- sqlmetrics.target_filter(plan, plan.targets[0], records=true) }}
        {%- if people %}
        ) weighed
        group by individual, {{ keys }}
        {%- endif %}
    ) weights
    group by {{ keys }}
)
{%- endmacro %}
