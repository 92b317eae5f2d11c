{#- The people of `rows`, the text of a FROM clause with its conditions, who have several values,
NULL being one. -#}
{%- macro event_with_several(rows, value) -%}
    select individual
    from {{ rows }}
    group by individual
    having count(distinct {{ value }}) + max(case when {{ value }} is null then 1 else 0 end) > 1
{%- endmacro %}
