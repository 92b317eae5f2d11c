{#- A name as a field of one CSV line, quoted only where it must be. -#}
{%- macro csv_name(name) -%}
{%- set marked = not name or ',' in name or '"' in name or '\n' in name or '\r' in name -%}
{%- do return('"' ~ name | replace('"', '""') ~ '"' if marked else name) -%}
{%- endmacro %}
