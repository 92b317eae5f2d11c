{#-
The pattern of what is between words in lower case, or as they are `written`: not digits, nor letters as
names of XML have them. With `joined` underscores join the words of a text, and are not between them.
-#}
{%- macro between_words(written=false, joined=false) -%}
[^{{ '_' if joined }}{{ 'A-Z' if written }}0-9a-zÀ-ÖØ-öø-ͽͿ-῿Ⰰ-⿯、-퟿豈-﷏ﷰ-�]+
{%- endmacro %}
