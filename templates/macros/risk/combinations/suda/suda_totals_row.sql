{#-
One row of totals: the records of all classes, and where they are told apart their individuals, each
once; the records, or individuals, that are singled out, their minimal combinations, the
sum of their scores, and the part of each key in it.
-#}
{%- macro suda_totals_row(plan, facts, kept_keys) -%}
{%- set people = plan.individual is not none -%}
with
{{ facts }},
-- one row
all_records as (
    select coalesce(sum({{ 'class_records' if people else 'n' }}), 0) as records
    from numbered_classes
)
{%- if people %},
-- one row: people are numbered from 1 on
all_people as (
    select coalesce(max(last_person), 0) as individuals
    from numbered_classes
),
-- one row
singled_people as (
    select count(distinct first_person) as singled_out
    from numbered_classes
    join suda_scores on suda_scores.class_number = numbered_classes.class_number
)
{%- endif %}
select
    {{ sqlmetrics.as_integer('records') }} as {{ sqlmetrics.quoted('records') }},
    {{ sqlmetrics.as_integer('individuals' if people
        else 'null') }} as {{ sqlmetrics.quoted('individuals') }},
    {{ sqlmetrics.as_integer('coalesce(' ~ ('singled_out' if people else 'scored_records')
        ~ ', 0)') }} as {{ sqlmetrics.quoted('singled_out') }},
    {{ sqlmetrics.as_integer('coalesce(total_msus, 0)') }} as {{ sqlmetrics.quoted('msus') }},
    total_score as {{ sqlmetrics.quoted('total_score') }}
    {%- for key in kept_keys %},
    total_{{ loop.index }} as {{ sqlmetrics.quoted('total_' ~ loop.index) }}
    {%- endfor %}
    {%- if sqlmetrics.lost_keys(plan) %},
    unmapped as {{ sqlmetrics.quoted('unmapped') }}
    {%- endif %}
from all_records
cross join suda_totals
{%- if people %}
cross join all_people
cross join singled_people
{%- endif %}
{%- if sqlmetrics.lost_keys(plan) %}
cross join unmapped_keys
{%- endif %}
{%- endmacro %}
