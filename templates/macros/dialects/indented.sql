{#-
A text with blanks before each line but the first; one with a line break in a quoted name or literal stays as
it is.

text    the text
blanks  how many
-#}
{%- macro indented(text, blanks) -%}
{%- set open = [] -%}
{%- for line in text.split('\n') if line.count('"') % 2 or line.count("'") % 2 or line.count('`') % 2
    or line.count('[') != line.count(']') -%}
{%- do open.append(line) -%}
{%- endfor -%}
{{ text if open else text | indent(blanks) }}
{%- endmacro -%}
