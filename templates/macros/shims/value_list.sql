{#- The rows of a mapping as a list of values. -#}
{%- macro value_list(pairs) -%}
values
        {%- for pair in pairs %}
            ({{ sqlmetrics.literal(pair[0]) }}, {{ sqlmetrics.literal(pair[1]) }}){{ ',' if not loop.last }}
        {%- endfor %}
{%- endmacro %}
