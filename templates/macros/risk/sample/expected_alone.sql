{#-
The people who are alone in their class, as the log-linear model of independence sees them, in one
row: all people, how many are alone, how many of those it expects to be alone in the population
(tau_1), and how many it expects to be found by a guess among the population's people of their class
(tau_2).

A class is expected to have mu people, the product of all people and the shares of its keys' values.
Where a share p of the population is in the table, Poisson(mu (1 - p)/p) people of it are not.

population_size   the number of people in the population, or none where `odds` is there
odds              (1 - p)/p, or none
-#}
{%- macro expected_alone(plan, population_size, odds) -%}
{{ sqlmetrics.with_classes(dict(plan, level='class')) }},
-- a row per class
margins as (
    select
        class_size, {{ sqlmetrics.as_double('sum(class_size) over ()') }} as total
        {%- for key in plan.quasi_identifiers %},
        {{ sqlmetrics.as_double('sum(class_size) over (partition by '
            ~ sqlmetrics.window_key(sqlmetrics.key_name(key)) ~ ')') }} as margin_{{ key.number }}
        {%- endfor %}
    from classes_0
),
-- a row per class
expected as (
    select
        class_size,
        {{ sqlmetrics.double_literal(odds) if population_size is none
            else '(' ~ sqlmetrics.double_literal(population_size) ~ ' - total) / total' }}
        {%- for key in plan.quasi_identifiers %} * {{ 'margin_' ~ key.number if loop.first
            else '(margin_' ~ key.number ~ ' / total)' }}{% endfor %} as unseen
    from margins
)
select
    {{ sqlmetrics.as_integer('coalesce(sum(class_size), 0)') }} as {{ sqlmetrics.quoted('people') }},
    {{ sqlmetrics.as_integer('coalesce(sum(case when class_size = 1 then 1 else 0 end), 0)') }}
        as {{ sqlmetrics.quoted('alone') }},
    coalesce(sum(case when class_size = 1 and unseen < 700 then exp(-unseen) end),
        {{ sqlmetrics.as_double('0') }}) as {{ sqlmetrics.quoted('tau_1') }},
    coalesce(sum(case
        when class_size > 1 then null
        when unseen < 0.00001 then 1 - unseen / 2 + unseen * unseen / 6
        when unseen < 700 then (1 - exp(-unseen)) / unseen
        else 1 / unseen
    end), {{ sqlmetrics.as_double('0') }}) as {{ sqlmetrics.quoted('tau_2') }}
from expected
{%- endmacro %}
