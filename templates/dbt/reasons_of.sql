{#- Columns as a mapping to the reason of each, or none, from one name, a list or a mapping. -#}
{%- macro reasons_of(given) -%}
{%- if given is mapping -%}{%- do return(given) -%}{%- endif -%}
{%- set found = {} -%}
{%- for column in sqlmetrics.as_list(given) -%}{%- do found.update({column: none}) -%}{%- endfor -%}
{%- do return(found) -%}
{%- endmacro %}
