{#-
The absolute and the relative error of each answer; a miss is wrong by all of the true answer.
-#}
{%- macro answer_errors(answers) -%}
select
        release_number, workload, query_number, measure,
        case when answer is null then 1 else 0 end as missed,
        abs(coalesce(answer, 0) - truth) as absolute_error,
        case when answer is null then 1 when truth <> 0 then abs(answer - truth) / abs(truth)
            when answer = truth then 0 else 1 end as relative_error
    from {{ answers }} answers
{%- endmacro %}
