{#-
The words in a row of a `text` as text of a FROM clause, as `told_words` has words: `words.length` of them
are one, between blanks. Underscores join the words of a text, and a blank ends each row of them: once
from the first word on, once from the second, and so on. What is left at the end of a text is shorter,
as a whole row has an underscore at its beginning, too.
-#}
{%- macro told_phrases(words, text) -%}
{%- set joined = sqlmetrics.pattern_replaced(sqlmetrics.concat([text, "' '"]),
    sqlmetrics.between_words(words.written), '_') -%}
{%- set row = '(([^_]+_){' ~ (words.length - 1) ~ '}[^_]+)_' -%}
(
        {%- for first in range(words.length) %}
        {%- set before = '^_?([^_]+_){' ~ first ~ '}' if first else '^_' %}
        {%- set left = sqlmetrics.pattern_replaced(joined, before, '') %}
        select {% for column in words.kept %}own_{{ loop.index }}, {% endfor -%}
            replace(substr(part.word, 2), '_', ' ') as word
        from {{ sqlmetrics.told_words(words.relation, sqlmetrics.pattern_replaced(left, row, ' _', ' '),
            words.kept, sqlmetrics.between_words(words.written, joined=true)) }} part
        where length(part.word) = length(replace(part.word, '_', '')) + {{ words.length }}
        {{- '\n        union all' if not loop.last }}
        {%- endfor %}
    )
{%- endmacro %}
