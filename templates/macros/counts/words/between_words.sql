{#-
The pattern of what is between words in lower case: not digits, nor letters as names of XML have them. With
`joined` underscores join the words of a text, and are not between them.
-#}
{%- macro between_words(joined=false) -%}
[^{{ '_' if joined }}0-9a-zÀ-ÖØ-öø-ͽͿ-῿Ⰰ-⿯、-퟿豈-﷏ﷰ-�]+
{%- endmacro %}
