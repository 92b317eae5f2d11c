{#- The risk of households, as one row: worst_household_risk, household_reidentifications, its sum
over the people, and household_people, their number. The risk of a household is 1 minus the product
over its people of 1 minus their individual risk, class_individual_risk; a record without a
household is one of its own. An individual counts once, by the class of the largest risk, and by the
riskiest of several households. The products are sums of logarithms, exact for small risks too. NULL
where an individual risk is. -#}
{%- macro households(plan) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set slices = sqlmetrics.slice_columns(plan) -%}
{%- set people = plan.individual is not none -%}
{%- set whole = 'case when count(household_risk) = count(*) then ' -%}
{%- set shared = 'household_people' in plan.facts -%}
{%- set summed = 'household_reidentifications' in plan.facts or shared -%}
{%- set risks = [] -%}
{%- if 'worst_household_risk' in plan.facts -%}
    {%- do risks.append(whole ~ 'max(household_risk) end as worst_household_risk') -%}
{%- endif -%}
{%- if summed -%}
    {%- do risks.append(whole ~ 'sum(people * household_risk) end as household_reidentifications') -%}
{%- endif -%}
{%- if shared -%}
    {%- do risks.append(sqlmetrics.as_double('sum(people)') ~ ' as household_people') -%}
{%- endif -%}
{%- set person = 'individual, ' if people else '' -%}
{%- set own = 'partition by ' ~ sqlmetrics.slice_columns(plan, window=true)
    ~ sqlmetrics.window_key('individual') -%}
{%- set home = 'partition by ' ~ sqlmetrics.slice_columns(plan, window=true)
    ~ sqlmetrics.window_key('household') -%}
{%- set risk = 'case when log_hidden < -700 then 1 when exp(log_hidden) = 1 then -log_hidden else'
    ~ ' (1 - exp(log_hidden)) * log_hidden / ' ~ sqlmetrics.ln('exp(log_hidden)') ~ ' end' -%}
-- a row per {{ 'individual, ' if people }}class and household
housemates as (
    select {{ person }}{{ keys }}, household, {{ sqlmetrics.as_integer('1') if people
        else sqlmetrics.count_records() }} as mates
    from (
        select {{ 'individual, ' if people }}{{ keys }}, {{ sqlmetrics.group_key('kept_1') }} as household
        from (
        {{ sqlmetrics.input(plan, plan.relation, [], [plan.household], checked=false) }}
        ) input
        {{- sqlmetrics.target_filter(plan, plan.targets[0], records=true) }}
        {%- if people %}
        group by individual, {{ keys }}, {{ sqlmetrics.group_key('kept_1') }}
        {%- endif %}
    ) housed
    {%- if not people %}
    group by {{ keys }}, household
    {%- endif %}
),
-- a row per {{ 'individual, ' if people }}class and household, and per class
neighbours as (
    select {{ person }}{{ keys }}, household, mates,
    {{ sqlmetrics.as_double('null') }} as class_individual_risk
    from housemates
    union all
    select {{ 'null as individual, '
        if people }}{{ keys }}, null as household, 0 as mates, class_individual_risk
    from classes{{ sqlmetrics.suffix(plan.targets[0]) }}
),
-- a row per {{ 'individual, ' if people }}class and household, and per class
{{ 'endangered' if people else 'exposed' }} as (
    select {{ slices }}{{ person }}household, mates,
    max(class_individual_risk) over (partition by {{ sqlmetrics.window_keys(plan) }}) as mate_risk
    from neighbours
),
{%- if people %}
-- a row per individual and household
exposed as (
    select {{ slices }}individual, household, max(largest_risk) as mate_risk
    from (
        select {{ slices }}individual, household,
            case when count(mate_risk) over ({{ own }}) = count(*) over ({{ own }})
                then max(mate_risk) over ({{ own }}) end as largest_risk
        from endangered
        where mates > 0
    ) met
    group by {{ slices }}individual, household
),
{%- endif %}
-- a row per {{ 'individual' if people else 'class' }} and household
escapes as (
    select
        {{ slices }}{{ 'individual' if people else 'mates' }}, household,
        case
            when mate_risk >= 1 then -1000
            when 1 - mate_risk = 1 then -mate_risk
            else -mate_risk * {{ sqlmetrics.ln('1 - mate_risk') }} / ((1 - mate_risk) - 1)
        end as log_escape
    from exposed
    {%- if not people %}
    where mates > 0
    {%- endif %}
),
{%- if people %}
-- a row per individual and household
hidden_homes as (
    select {{ slices }}individual, case when household is null then log_escape
        when count(log_escape) over ({{ home }}) = count(*) over ({{ home }})
            then sum(log_escape) over ({{ home }}) end as log_hidden
    from escapes
),
-- an individual, once, by the household that is found most easily
homes as (
    select {{ slices }}{{ sqlmetrics.as_integer('1') ~ ' as people, ' if summed }}case
        when count(own_risk) = count(*) then max(own_risk) end as household_risk
    from (
        select {{ slices }}individual, {{ risk }} as own_risk
        from hidden_homes
    ) found
    group by {{ slices }}individual
),
{%- else %}
-- a row per household, and per class of those without one
hidden_homes as (
    select {{ slices }}{{ 'sum(mates) as people, '
        if summed }}case when count(log_escape) = count(*) then sum(mates * log_escape) end as log_hidden
    from escapes
    where household is not null
    group by {{ slices }}household
    union all
    select {{ slices }}{{ 'mates as people, ' if summed }}log_escape as log_hidden
    from escapes
    where household is null
),
-- a row per household, and per class of those without one
homes as (
    select {{ slices }}{{ 'people, ' if summed }}{{ risk }} as household_risk
    from hidden_homes
),
{%- endif %}
-- {{ 'a slice' if slices else 'one row' }}
households as (
    select
        {%- if slices %}
        {{ slices[:-1] }}
        {%- endif %}
        {{ risks | join(',\n        ') }}
    from homes
    {%- if slices %}
    group by {{ slices[:-2] }}
    {%- endif %}
)
{%- endmacro %}
