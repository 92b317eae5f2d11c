{#- A derived table with columns `value` and `domain` that lists a large mapping within the statement. -#}
{%- macro mapping(pairs) -%}{{ return(adapter.dispatch('mapping', 'sqlmetrics')(pairs)) }}{%- endmacro %}

{%- macro default__mapping(pairs) -%}
(
{%- for pair in pairs %}
        select {{ sqlmetrics.literal(pair[0]) }} as value, {{ sqlmetrics.literal(pair[1]) }} as domain
        {%- if not loop.last %} union all{% endif %}
{%- endfor %}
    )
{%- endmacro %}

{#- A union of thousands of selects takes DuckDB seconds to plan; a list of values takes none. -#}
{%- macro duckdb__mapping(pairs) -%}
(
        select column0 as value, column1 as domain
        from (values
        {%- for pair in pairs %}
            ({{ sqlmetrics.literal(pair[0]) }}, {{ sqlmetrics.literal(pair[1]) }}){{ ',' if not loop.last }}
        {%- endfor %}
        ) pairs(column0, column1)
    )
{%- endmacro %}
