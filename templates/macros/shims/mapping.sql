{#- A derived table with columns `value` and `domain` that lists a large mapping within the statement. -#}
{%- macro mapping(pairs) -%}{{ return(adapter.dispatch('mapping', 'sqlmetrics')(pairs)) }}{%- endmacro %}

{%- macro default__mapping(pairs) -%}
(
{%- for pair in pairs %}
        select {{ sqlmetrics.literal(pair[0]) }} as value, {{ sqlmetrics.literal(pair[1]) }} as domain{{ sqlmetrics.one_row() }}
        {%- if not loop.last %} union all{% endif %}
{%- endfor %}
    )
{%- endmacro %}

{#- A union of thousands of selects is slow to plan, or too deep; a list of values is not. -#}
{%- macro duckdb__mapping(pairs) -%}
(
        select listed_value as value, listed_domain as domain
        from ({{ sqlmetrics.value_list(pairs) }}
        ) listed(listed_value, listed_domain)
    )
{%- endmacro %}

{%- macro postgres__mapping(pairs) -%}
(
        select listed_value as value, listed_domain as domain
        from ({{ sqlmetrics.value_list(pairs) }}
        ) listed(listed_value, listed_domain)
    )
{%- endmacro %}

{%- macro redshift__mapping(pairs) -%}
(
{%- for pair in pairs %}
        select {{ sqlmetrics.literal(pair[0]) }} as value, {{ sqlmetrics.literal(pair[1]) }} as domain{{ ' union all' if not loop.last }}
{%- endfor %}
    )
{%- endmacro %}

{%- macro datafusion__mapping(pairs) -%}
(
        select listed_value as value, listed_domain as domain
        from ({{ sqlmetrics.value_list(pairs) }}
        ) listed(listed_value, listed_domain)
    )
{%- endmacro %}

{%- macro spark__mapping(pairs) -%}
(
        select listed_value as value, listed_domain as domain
        from {{ sqlmetrics.value_list(pairs) }} as listed(listed_value, listed_domain)
    )
{%- endmacro %}

{%- macro sqlite__mapping(pairs) -%}
(
        select column1 as value, column2 as domain
        from ({{ sqlmetrics.value_list(pairs) }}
        ) listed
    )
{%- endmacro %}

{%- macro clickhouse__mapping(pairs) -%}
(
        select cast(listed_value as Nullable(String)) as value, cast(listed_domain as Nullable(String)) as domain
        from values('listed_value String, listed_domain String'
        {%- for pair in pairs %},
            ({{ sqlmetrics.literal(pair[0]) }}, {{ sqlmetrics.literal(pair[1]) }})
        {%- endfor %}
        )
    )
{%- endmacro %}

{%- macro bigquery__mapping(pairs) -%}
(
        select listed.value, listed.domain
        from unnest([
        {%- for pair in pairs %}
            {{ 'struct' if loop.first }}({{ sqlmetrics.literal(pair[0]) }}{{ ' as value' if loop.first }}, {{ sqlmetrics.literal(pair[1]) }}{{ ' as domain' if loop.first }}){{ ',' if not loop.last }}
        {%- endfor %}
        ]) listed
    )
{%- endmacro %}
