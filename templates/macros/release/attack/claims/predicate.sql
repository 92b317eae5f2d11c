{#-
A condition on a column of `comparable` values: what it is compared with stands as text, none for
NULL.
-#}
{%- macro predicate(column, kind, comparison, text) -%}
{%- if text is none -%}
{{ column }} is null
{%- elif kind == 'integer' -%}
{{ column }} {{ comparison }} {{ text }}
{%- elif kind == 'number' -%}
{{ column }} {{ comparison }} {{ sqlmetrics.double_literal(text) }}
{%- elif kind == 'text' -%}
{{ column }} {{ comparison }} {{ sqlmetrics.group_key(sqlmetrics.literal(text)) }}
{%- else -%}
{{ column }} {{ comparison }} {{ sqlmetrics.claimed(sqlmetrics.literal(text), kind) }}
{%- endif -%}
{%- endmacro %}
