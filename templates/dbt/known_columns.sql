{#- The columns that any attacker knows, each once. -#}
{%- macro known_columns(attackers) -%}
{%- set found = [] -%}
{%- for columns in attackers.values() -%}
{%- for column in sqlmetrics.as_list(columns) if column not in found -%}{%- do found.append(column) -%}{%- endfor -%}
{%- endfor -%}
{%- do return(found) -%}
{%- endmacro %}
