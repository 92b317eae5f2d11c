{#- A key's column in a statement: under its own name, or numbered. -#}
{%- macro key_name(key) -%}
{{ 'key_' ~ key.number if key.alias is none else sqlmetrics.quoted(key.alias) }}
{%- endmacro %}
