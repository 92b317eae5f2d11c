{#-
The runs of words of the people in a query, but for runs that are in `another` one, if there is one: how many
people have each, and 1 where it is among the `written` ones.
-#}
{%- macro repeated_runs(people, another) -%}
select runs.word, runs.holders, case when written.word is null then 0 else 1 end as repeated
    from (select word, count(*) as holders from {{ people }} group by word) runs
    left join written on written.word = runs.word
    {%- if another %}
    left join (select distinct word from {{ another }}) beside on beside.word = runs.word
    where beside.word is null
    {%- endif %}
{%- endmacro %}
