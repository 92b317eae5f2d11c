{#- The columns of `candidates` that tell sets apart, comma separated; of a `relation`, if given. -#}
{%- macro event_set(known, relation='') -%}
{%- set columns = ['p'] -%}
{%- if known.drawn -%}
    {%- do columns.append('target') -%}
{%- else -%}
    {%- for p in range(1, known.points + 1) -%}
        {%- do columns.append('p' ~ p) -%}
    {%- endfor -%}
{%- endif -%}
{%- for column in columns -%}
    {{ relation ~ '.' if relation }}{{ column }}{{ ', ' if not loop.last }}
{%- endfor -%}
{%- endmacro %}
