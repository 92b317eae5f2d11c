{#-
A character that is in no value and no domain of a mapping; nothing where each of a few is in one, or
where a value is listed twice.
-#}
{%- macro mapping_mark(pairs) -%}
{%- set domains = dict(pairs) -%}
{%- set texts = (domains.keys() | join) ~ (domains.values() | join) -%}
{%- set free = [] -%}
{%- for mark in ['|', ';', '\t', '\x1f', '\x1e', '\x1d'] if mark not in texts
    and domains | length == pairs | length -%}
{%- do free.append(mark) -%}
{%- endfor -%}
{{ free | first if free }}
{%- endmacro %}
