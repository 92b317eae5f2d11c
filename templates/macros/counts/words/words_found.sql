{#-
The query of each word of each person once, beside the person's secrets. Words as they are `written` are
`spelt`, once each, and `word` is in lower case.
-#}
{%- macro words_found(words) -%}
{%- set own = 'source.' ~ sqlmetrics.quoted(words.text) -%}
{%- set text = own if words.written else sqlmetrics.lowered(own) -%}
{%- set apart = sqlmetrics.group_key('every.word') -%}
{%- set words_as_spelt = sqlmetrics.group_key(sqlmetrics.lowered('every.word')) ~ ' as word, ' ~ apart ~ ' as spelt' -%}
{%- set owner = sqlmetrics.group_key('own_1') -%}
select distinct {% for column in words.kept -%}
            {{ (owner ~ ' as ' if owner != 'own_1') ~ 'own_1' if loop.first else 'own_' ~ loop.index }}, {% endfor -%}
            {{ words_as_spelt if words.written else apart ~ ' as word' }}
        from {{ sqlmetrics.told_phrases(words, text) if words.length > 1 else sqlmetrics.told_words(words.relation,
            text, words.kept, sqlmetrics.between_words(words.written)) }} every
        where every.word <> ''
{%- endmacro %}
