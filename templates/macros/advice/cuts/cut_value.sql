{#-
A known column as the value that borders are compared with: a number, the place of a text in a given
order, or a text.

key   {column, kind, floating, places}: `places` are texts with their places as texts, or nothing
-#}
{%- macro cut_value(key, alias) -%}
{%- set source = 'source.' ~ sqlmetrics.quoted(key.column) -%}
{%- if key.places -%}
{{ sqlmetrics.as_integer(alias ~ '.domain') }}
{%- elif key.kind == 'number' -%}
{{ sqlmetrics.as_double(source) if key.floating else source }}
{%- else -%}
{{ sqlmetrics.as_string(source) }}
{%- endif -%}
{%- endmacro %}
