{#- One thing, or several, as a list. -#}
{%- macro as_list(given) -%}
{%- if given is none -%}{%- do return([]) -%}{%- endif -%}
{%- do return([given] if given is string or given is mapping or given is not iterable else given | list) -%}
{%- endmacro %}
