{#-
How far a workload's answers are from the true ones: one row per release, workload and measure, and
one of all measures, with a column per metric. `answers` is a relation with the columns
release_number, workload, measure, truth, answer (NULL for a miss).
-#}
{%- macro summarised_answers(answers, metrics) -%}
with
-- a row per answer
errors as (
    {{ sqlmetrics.answer_errors(answers) }}
),
-- a row per answer, by its measure and again among all
listed as (
    select release_number, workload, measure, missed, absolute_error, relative_error
    from errors
    union all
    select release_number, workload, 'all' as measure, missed, absolute_error, relative_error
    from errors
)
select
    release_number, workload, measure, {{ sqlmetrics.count_records() }} as queries
    {%- for metric in metrics %},
    {{ sqlmetrics[metric]() }} as {{ sqlmetrics.quoted(metric) }}
    {%- endfor %}
from listed
group by release_number, workload, measure
order by release_number, workload, measure
{%- endmacro %}
