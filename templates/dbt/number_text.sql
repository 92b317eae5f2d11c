{#- A number as the statement writes it. -#}
{%- macro number_text(number, where) -%}
{%- set text = number | string -%}
{%- if number is boolean or not modules.re.match('^[+-]?\\d+(\\.\\d+)?$', text) -%}
{%- do sqlmetrics.fail(where ~ ": '" ~ text ~ "' is not a number that is written out; an end is a number such as 12.5, or inf or -inf") -%}
{%- endif -%}
{%- do return(text.lstrip('+')) -%}
{%- endmacro %}
