{#- A condition on a column: what it is compared with stands as text, none for NULL. -#}
{%- macro predicate(name, kind, comparison, text) -%}
{%- if text is none -%}
{{ sqlmetrics.quoted(name) }} is null
{%- elif kind in ('number', 'integer') -%}
{{ sqlmetrics.quoted(name) }} {{ comparison }} {{ text if kind == 'integer' else sqlmetrics.as_double("'" ~ text ~ "'") }}
{%- else -%}
{{ sqlmetrics.comparable(sqlmetrics.quoted(name), kind) }} {{ comparison }} {{ sqlmetrics.claimed(sqlmetrics.literal(text), kind) }}
{%- endif -%}
{%- endmacro %}
