{#- A claim's value, given as text, in the form that `comparable` gives to a column of its kind. -#}
{%- macro claimed(text, kind) -%}
{%- if kind == 'truth' -%}
{{ sqlmetrics.as_integer(text) }}
{%- elif kind == 'number' -%}
{{ sqlmetrics.double_of_text(text) }}
{%- else -%}
{{ sqlmetrics.comparable(text, kind) }}
{%- endif -%}
{%- endmacro %}
