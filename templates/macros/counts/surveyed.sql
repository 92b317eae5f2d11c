{#-
The identity's classes with their individual risk (Benedetti and Franconi), from the survey weights
of their records: class_individual_risk, the mean of 1 / F over the people F whom a class of f
records has in the population, where F is negative binomial with f and p = f / sum of weights. This
is p^f / f 2F1(f, f; f + 1; q) = p / f 2F1(1, 1; f + 1; q) with q = 1 - p, and 1 / f where the weights
add up to f or less.

Up to 16 records and for p < 1/2 it is a recursion, `few_risk`, which is stable there; else a
continued fraction, `many_risk`, where 20 steps are enough: the relative error is below 2e-14. Both
are divided into parts, since parsers limit the depth of parentheses.

NULL where a weight is none. Stacked and grouped, since a join would lose NULL keys.
-#}
{%- macro surveyed(plan) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set keyed = plan.slices or plan.level == 'class' or plan.household is not none
    or plan.targets[0].persons -%}
{%- set columns = ['class_size'] -%}
{%- for fact, column in [('class_values', 'class_values'), ('class_share', 'class_share'),
    ('unmapped_records', 'class_unmapped')] if fact in plan.facts -%}
    {%- do columns.append(column) -%}
{%- endfor -%}
{%- if 'class_gain' in plan.facts and plan.individual is not none -%}
    {%- do columns.append('class_gain') -%}
{%- endif -%}
{%- if 'target_values' in plan.facts and plan.individual is not none -%}
    {%- do columns.append('class_table_values') -%}
{%- endif -%}
{%- if plan.individual is not none -%}{%- do columns.append('class_records') -%}{%- endif -%}
{%- for column in ['class_population', 'class_presence', 'class_reach'] if plan.population is not none
    and column in plan.targets[0].measured -%}
    {%- do columns.append(column) -%}
{%- endfor -%}
{{ sqlmetrics.survey(plan) }},
-- a row per class, and per class with its weights
stacked as (
    select {{ keys }}, {{ columns | join(', ') }}, {{ sqlmetrics.as_double('null') }} as survey_weight
    from {{ 'peopled' if plan.population is not none else 'sampled' }}
    union all
    select {{ keys }}, {% for column in columns %}null as {{ column }}, {% endfor %}survey_weight
    from survey
),
-- a row per class
grossed as (
    select
        {{ keys }},
        {%- for column in columns %}
        max(stacked.{{ column }}) as {{ column }},
        {%- endfor %}
        max(stacked.survey_weight) as people_there
    from stacked
    group by {{ keys }}
),
-- a row per class
proportions as (
    select
        {{ keys ~ ', '
            if keyed }}{{ columns | join(', ') }}, {{ sqlmetrics.as_double('class_size') }} as people_here,
        case when people_there > class_size then class_size / people_there
            when people_there is not null then 1 end as share_here,
        case when people_there > class_size then (people_there - class_size) / people_there
            when people_there is not null then 0 end as share_elsewhere,
        case when people_there > class_size then class_size / (people_there - class_size) end as odds_here
    from grossed
    where class_size is not null
),
{%- for part in range(4, 1, -1) %}
{%- set last = part == 4 %}
-- a row per class
risks_of_{{ part }} as (
    select
        {{ keys ~ ', '
            if keyed }}{{ columns | join(', ') }}, people_here, share_here, share_elsewhere, odds_here,
        {{ sqlmetrics.few_risk(4 * part - 3, 4 * part, '0' if last
            else 'few_' ~ (part + 1)) }} as few_{{ part }},
        {{ sqlmetrics.many_risk(5 * part - 4, 5 * part, '1' if last
            else 'many_' ~ (part + 1)) }} as many_{{ part }}
    from {{ 'proportions' if last else 'risks_of_' ~ (part + 1) }}
),
{%- endfor %}
-- a row per class
classes{{ sqlmetrics.suffix(plan.targets[0]) }} as (
    select
        {{ keys ~ ', ' if keyed }}{{ columns | join(', ') }},
        case
            when share_here < 0.5 and people_here <= 16 then {{ sqlmetrics.few_risk(1, 4, 'few_2') }}
            else share_here / people_here / {{ sqlmetrics.many_risk(1, 5, 'many_2') }}
        end as class_individual_risk
    from risks_of_2
)
{%- endmacro %}
