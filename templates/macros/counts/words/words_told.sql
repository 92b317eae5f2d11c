{#-
Two queries of a `with`: `told` has each word of each person once, beside the person's secrets, and
`telling` the words that at most half of the people have.
-#}
{%- macro words_told(words) -%}
told as (
        select distinct {% for column in words.kept %}own_{{ loop.index }}, {% endfor %}word
        from {{ sqlmetrics.told_phrases(words) if words.length > 1 else sqlmetrics.told_words(words.relation,
            'source.' ~ sqlmetrics.quoted(words.text), words.kept, sqlmetrics.between_words()) }} every
        where word <> ''
    ),
    telling as (
        select word
        from (select distinct own_1, word from told) had
        group by word
        having 2 * count(own_1) <= (
            select count(distinct {{ sqlmetrics.quoted(words.kept[0]) }}) from {{ words.relation }} source
        )
    )
{%- endmacro %}
