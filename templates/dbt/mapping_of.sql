{#- A mapping from pairs of value and domain; a value in two domains is an error. -#}
{%- macro mapping_of(pairs, where) -%}
{%- set found = {} -%}
{%- for pair in pairs -%}
{%- set value = sqlmetrics.as_text(pair[0]) -%}
{%- set domain = sqlmetrics.as_text(pair[1]) -%}
{%- if found.get(value, domain) != domain -%}
{%- do sqlmetrics.fail(where ~ ": value '" ~ value ~ "' is in two domains, '" ~ found[value] ~ "' and '" ~ domain ~ "'; domains may not overlap") -%}
{%- endif -%}
{%- do found.update({value: domain}) -%}
{%- endfor -%}
{%- if not found -%}{%- do sqlmetrics.fail(where ~ ": it maps no value; give at least one value and its domain") -%}{%- endif -%}
{%- do return(found) -%}
{%- endmacro %}
