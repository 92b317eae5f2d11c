{#-
The words of texts as text of a FROM clause, a row for each word of each person: the person, the
column `word`, and the secrets of the person. Words of more than half the people are left out. Words are
in lower case, or as they are `written`.
-#}
{%- macro word_points(words) -%}
(
    with {{ sqlmetrics.words_told(words) }}
    select {% for column in words.kept -%}
        told.own_{{ loop.index }} as {{ sqlmetrics.quoted(column) }}, {% endfor -%}
        told.{{ 'spelt' if words.written else 'word' }} as {{ sqlmetrics.quoted(words.word) }}
    from told
    join telling on telling.word = told.word
)
{%- endmacro %}
