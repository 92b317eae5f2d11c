{#- The runs of at most `most` people, and how many of them are repeated, as columns. -#}
{%- macro runs_of_few(most, suffix) -%}
count(case when holders <= {{ most }} then 1 end) as few{{ suffix }},
    count(case when holders <= {{ most }} and repeated = 1 then 1 end) as few_repeated{{ suffix }}
{%- endmacro %}
