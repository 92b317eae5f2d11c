{#-
A target's classes by size and least and most value code, and their cells: class_size, least_code
and most_code, the words of a class that these leave open, and alike, how many classes a row
stands for.
-#}
{%- macro classes_by_code(plan, target) -%}
{%- set s = sqlmetrics.suffix(target) -%}
-- a row per kind of class, and per class of three records or more and several values
alike{{ s }} as {{ sqlmetrics.materialized() }}(
    select class_size, least_code, most_code, open_word, {{ sqlmetrics.count_records() }} as alike
    from (
        select
            class_size, least_code, most_code,
            case when class_size > 2 and least_code < most_code then class_word end as open_word
        from (
            select class_word, {{ sqlmetrics.count_records() }} as class_size, min(value_code) as least_code,
            max(value_code) as most_code
            from (
                {{ sqlmetrics.indented(sqlmetrics.coded_records(plan, target), 8) }}
            ) coded
            group by class_word
        ) sized
    ) told
    group by class_size, least_code, most_code, open_word
),
-- a row per cell of these, a class and a value in it
cells{{ s }} as (
    select records_in_class, least_code, most_code, open_word, value_code,
    {{ sqlmetrics.count_records() }} as n, 1 as alike
    from (
        {{ sqlmetrics.coded_records(plan, target) }}
    ) coded
    join (
        select class_size as records_in_class, least_code, most_code, open_word
        from alike{{ s }}
        where open_word is not null
    ) open_classes on open_word = class_word
    group by records_in_class, least_code, most_code, open_word, value_code
    union all
    select class_size, least_code, most_code, open_word, least_code as value_code,
    case when least_code = most_code then class_size else 1 end as n, alike
    from alike{{ s }}
    where open_word is null
    union all
    select class_size, least_code, most_code, open_word, most_code as value_code, 1 as n, alike
    from alike{{ s }}
    where open_word is null and least_code < most_code
)
{%- endmacro %}
