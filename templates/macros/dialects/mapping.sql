{#-
A derived table with columns `value` and `domain` that lists a large mapping within the statement.
-#}
{%- macro mapping(pairs) -%}{{ return(adapter.dispatch('mapping', 'sqlmetrics')(pairs)) }}{%- endmacro %}

{%- macro default__mapping(pairs) -%}{{ sqlmetrics.union_mapping(pairs) }}{%- endmacro %}

{%- macro redshift__mapping(pairs) -%}{{ sqlmetrics.union_mapping(pairs) }}{%- endmacro %}

{%- macro duckdb__mapping(pairs) -%}
{%- set mark = sqlmetrics.mapping_mark(pairs) if pairs | length > 1000 -%}
{{ sqlmetrics.joined_mapping(pairs, mark) if mark else sqlmetrics.listed_mapping(pairs) }}
{%- endmacro %}

{%- macro postgres__mapping(pairs) -%}{{ sqlmetrics.listed_mapping(pairs) }}{%- endmacro %}

{%- macro snowflake__mapping(pairs) -%}{{ sqlmetrics.listed_mapping(pairs) }}{%- endmacro %}

{%- macro trino__mapping(pairs) -%}{{ sqlmetrics.listed_mapping(pairs) }}{%- endmacro %}

{%- macro sqlserver__mapping(pairs) -%}{{ sqlmetrics.listed_mapping(pairs) }}{%- endmacro %}

{%- macro datafusion__mapping(pairs) -%}{{ sqlmetrics.listed_mapping(pairs) }}{%- endmacro %}

{%- macro spark__mapping(pairs) -%}
{{ sqlmetrics.listed_mapping(pairs, '', ' as listed(listed_value, listed_domain)') }}
{%- endmacro %}

{%- macro sqlite__mapping(pairs) -%}
{{ sqlmetrics.listed_mapping(pairs, after='\n        ) listed', value='column1', domain='column2') }}
{%- endmacro %}

{%- macro clickhouse__mapping(pairs) -%}
(
        select cast(listed_value as Nullable(String)) as value,
        cast(listed_domain as Nullable(String)) as domain
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
            {{ 'struct' if loop.first }}({{ sqlmetrics.literal(pair[0]) }}{{ ' as value'
                if loop.first }}, {{ sqlmetrics.literal(pair[1]) }}{{ ' as domain' if loop.first }}){{ ','
                if not loop.last }}
        {%- endfor %}
        ]) listed
    )
{%- endmacro %}
