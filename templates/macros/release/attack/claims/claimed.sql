{#- A claim's value, given as text, as what `comparable` makes of a column of its kind. -#}
{%- macro claimed(text, kind) -%}
{%- if kind == 'truth' -%}
{{ sqlmetrics.as_integer(text) }}
{%- else -%}
{{ sqlmetrics.comparable(text, kind) }}
{%- endif -%}
{%- endmacro %}
