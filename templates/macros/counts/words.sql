{#- The words of a text of SQL, each between blanks. -#}
{%- macro words(text) -%}
{%- set split = namespace(text=text) -%}
{%- for mark in '()*/+-<>=,' -%}{%- set split.text = split.text | replace(mark, ' ') -%}{%- endfor -%}
{{ ' ' ~ (split.text.split() | join(' ')) ~ ' ' }}
{%- endmacro %}
