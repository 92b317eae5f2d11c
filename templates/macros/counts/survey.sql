{#-
The sum of the survey weights of each class, of individuals where they are counted: the keys and
survey_weight, NULL where a weight is no number of people from above 0 to a million millions, or
where the records of an individual differ.
-#}
{%- macro survey(plan) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set weight = sqlmetrics.as_double('kept_1') -%}
{%- set people = plan.individual is not none -%}
{%- set own = 'partition by ' ~ sqlmetrics.slice_columns(plan, window=true)
    ~ sqlmetrics.window_key('individual') -%}
-- a row per class
survey as (
    select {{ keys }}, case when count(record_weight) = count(*) then sum(record_weight) end as survey_weight
    from (
        {%- if people %}
        select {{ keys }}, case when min(own_whole) over ({{ own }}) = 1
            and min(least_weight) over ({{ own }}) = max(most_weight) over ({{ own }}) then most_weight end
            as record_weight
        from (
        select individual, {{ keys }}, min(one_weight) as least_weight, max(one_weight) as most_weight,
            case when count(one_weight) = count(*) then 1 else 0 end as own_whole
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
        ) of_people
        {%- endif %}
    ) weights
    group by {{ keys }}
)
{%- endmacro %}
