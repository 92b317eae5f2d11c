{#-
The numbers of words in texts, in one row: people, people with a word that is left, words, and the
words of more than half the people, which are left out.
-#}
{%- macro word_extent(words) -%}
{%- set person = sqlmetrics.group_key(sqlmetrics.quoted(words.kept[0])) -%}
with {{ sqlmetrics.words_told(words) }}
select
    (select count(distinct {{ person }}) from {{ words.relation }} source) as {{
        sqlmetrics.quoted('people') }},
    count(distinct case when coalesce(n, 0) = 1 then told.own_1 end) as {{ sqlmetrics.quoted('telling') }},
    count(distinct told.word) as {{ sqlmetrics.quoted('words') }},
    count(distinct case when coalesce(n, 0) = 0 then told.word end) as {{ sqlmetrics.quoted('common') }},
    {{ words.length }} as {{ sqlmetrics.quoted('length') }}
from told
left join (select word, 1 as n from telling) telling on telling.word = told.word
{%- endmacro %}
