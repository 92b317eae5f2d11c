{#- The metrics' names in the catalogue, of the names that a person writes; others stay as they are. -#}
{%- macro metric_names(names) -%}
{%- set aliases = sqlmetrics.metric_aliases() -%}
{%- set found = [] -%}
{%- for name in names -%}
{%- if name is not string -%}{%- do sqlmetrics.fail("a metric is named by a text, such as uniqueness, not '" ~ name ~ "'") -%}{%- endif -%}
{%- set plain = name | string | lower | replace(' ', '') | replace('-', '') | replace('_', '') -%}
{%- do found.append(aliases.get(plain, name)) -%}
{%- endfor -%}
{%- do return(found) -%}
{%- endmacro %}
