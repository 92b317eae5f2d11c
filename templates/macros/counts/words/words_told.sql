{#-
Two queries of a `with`: `told` has each word of each person once, beside the person's secrets, and
`telling` the words that at most half of the people have. Words as they are `written` are `spelt`, once
each, and `word` is in lower case: what most people have is left out in any case.
-#}
{%- macro words_told(words) -%}
{%- set own = 'source.' ~ sqlmetrics.quoted(words.text) -%}
{%- set text = own if words.written else sqlmetrics.lowered(own) -%}
{%- set apart = sqlmetrics.group_key('every.word') -%}
{%- set words_as_spelt = sqlmetrics.group_key(sqlmetrics.lowered('every.word')) ~ ' as word, ' ~ apart ~ ' as spelt' -%}
{%- set owner = sqlmetrics.group_key('own_1') -%}
{%- set person = sqlmetrics.group_key(sqlmetrics.quoted(words.kept[0])) -%}
told as (
        select distinct {% for column in words.kept -%}
            {{ (owner ~ ' as ' if owner != 'own_1') ~ 'own_1' if loop.first else 'own_' ~ loop.index }}, {% endfor -%}
            {{ words_as_spelt if words.written else apart ~ ' as word' }}
        from {{ sqlmetrics.told_phrases(words, text) if words.length > 1 else sqlmetrics.told_words(words.relation,
            text, words.kept, sqlmetrics.between_words(words.written)) }} every
        where every.word <> ''
    ),
    telling as (
        select word
        from (select distinct own_1, word from told) had
        group by word
        having 2 * count(own_1) <= (select count(distinct {{ person }}) from {{ words.relation }} source)
    )
{%- endmacro %}
