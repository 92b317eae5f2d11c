{#-
A mapping as a list of values. `before` and `after` are the dialect's text around it, `value` and
`domain` its names of the columns.
-#}
{%- macro listed_mapping(pairs, before='(', after='\n        ) listed(listed_value, listed_domain)',
    value='listed_value', domain='listed_domain') -%}
(
        select {{ value }} as value, {{ domain }} as domain
        from {{ before }}values
        {%- for pair in pairs %}
            ({{ sqlmetrics.literal(pair[0]) }}, {{ sqlmetrics.literal(pair[1]) }}){{ ',' if not loop.last }}
        {%- endfor %}{{ after }}
    )
{%- endmacro %}
