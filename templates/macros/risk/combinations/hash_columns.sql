{#-
The columns with the hashes of keys, by their numbers in order, with blanks between them: hash_1.., and
hash_1_2, hash_3_4.. with the sums of two neighbours, which stand for these; with `both` beside them.
-#}
{%- macro hash_columns(numbers, both) -%}
{%- for number in numbers -%}
{%- set first = number % 2 == 1 and number + 1 in numbers -%}
{%- set second = number % 2 == 0 and number - 1 in numbers -%}
{%- if first %}hash_{{ number }}_{{ number + 1 }} {% endif -%}
{%- if both or not (first or second) %}hash_{{ number }} {% endif -%}
{%- endfor -%}
{%- endmacro %}
