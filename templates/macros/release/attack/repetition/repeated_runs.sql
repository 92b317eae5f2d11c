{#-
The runs of words of the people in a query, but for runs that are in `another` one, if there is one: how many
people have each, and 1 where it is among the `written_runs`.
-#}
{%- macro repeated_runs(people, another) -%}
select counted.word as word, counted.holders as holders, coalesce(met.mark, 0) as repeated
    from (select word, count(*) as holders from {{ people }} group by word) counted
    left join (select word, 1 as mark from written_runs) met on met.word = counted.word
    {%- if another %}
    left join (select distinct word, 1 as mark from {{ another }}) beside on beside.word = counted.word
    where coalesce(beside.mark, 0) = 0
    {%- endif %}
{%- endmacro %}
