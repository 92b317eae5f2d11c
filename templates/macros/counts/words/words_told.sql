{#-
Two queries of a `with`: `told` has the words of people, as `words_found` finds them, and `telling` the words
that at most half of the people have, in any case.
-#}
{%- macro words_told(words) -%}
{%- set person = sqlmetrics.group_key(sqlmetrics.quoted(words.kept[0])) -%}
told as (
        {{ sqlmetrics.words_found(words) }}
    ),
    telling as (
        select word
        from (select distinct own_1, word from told) had
        group by word
        having 2 * count(own_1) <= (select count(distinct {{ person }}) from {{ words.relation }} source)
    )
{%- endmacro %}
