{#-
The query of each word of each person once, beside the person's secrets. Words as they are `written` are
`spelt`, once each, and `word` is in lower case.
-#}
{%- macro words_found(words) -%}
{%- set own = 'source.' ~ sqlmetrics.quoted(words.text) -%}
{%- set text = own if words.written else sqlmetrics.lowered(own) -%}
{%- set apart = sqlmetrics.group_key('every.word') -%}
{%- set lower = sqlmetrics.group_key(sqlmetrics.lowered('every.word')) -%}
{%- set owner = sqlmetrics.group_key('own_1') -%}
select distinct {% for column in words.kept -%}
            {{ owner ~ ' as ' if loop.first and owner != 'own_1' }}own_{{ loop.index }}, {% endfor -%}
            {{ lower ~ ' as word, ' ~ apart ~ ' as spelt' if words.written else apart ~ ' as word' }}
        from {{ sqlmetrics.told_phrases(words, text) if words.length > 1
            else sqlmetrics.told_words(words.relation, text, words.kept,
                sqlmetrics.between_words(words.written)) }} every
        where every.word <> ''
{%- endmacro %}
