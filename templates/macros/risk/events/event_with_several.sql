{#- The people of `rows`, the text of a FROM clause with its conditions, who have several values,
NULL being one. Where they are `counted`, a row is a person's value. -#}
{%- macro event_with_several(rows, value, counted=false) -%}
    select individual
    from {{ rows }}
    group by individual
    having {{ sqlmetrics.count_records() if counted else 'count(distinct ' ~ value
        ~ ') + max(case when ' ~ value ~ ' is null then 1 else 0 end)' }} > 1
{%- endmacro %}
