{#- A derived table of whole numbers with the columns that `names` lists. -#}
{%- macro number_rows(names, listed) -%}
{{ return(adapter.dispatch('number_rows', 'sqlmetrics')(names, listed)) }}
{%- endmacro %}

{%- macro default__number_rows(names, listed) -%}{{ sqlmetrics.union_numbers(names, listed) }}{%- endmacro %}

{%- macro redshift__number_rows(names, listed) -%}{{ sqlmetrics.union_numbers(names, listed) }}{%- endmacro %}

{%- macro duckdb__number_rows(names, listed) -%}{{ sqlmetrics.listed_numbers(names, listed) }}{%- endmacro %}

{%- macro postgres__number_rows(names, listed) -%}
{{ sqlmetrics.listed_numbers(names, listed) }}
{%- endmacro %}

{%- macro snowflake__number_rows(names, listed) -%}
{{ sqlmetrics.listed_numbers(names, listed) }}
{%- endmacro %}

{%- macro trino__number_rows(names, listed) -%}{{ sqlmetrics.listed_numbers(names, listed) }}{%- endmacro %}

{%- macro sqlserver__number_rows(names, listed) -%}
{{ sqlmetrics.listed_numbers(names, listed) }}
{%- endmacro %}

{%- macro datafusion__number_rows(names, listed) -%}
{{ sqlmetrics.listed_numbers(names, listed) }}
{%- endmacro %}

{%- macro spark__number_rows(names, listed) -%}{{ sqlmetrics.listed_numbers(names, listed) }}{%- endmacro %}

{%- macro sqlite__number_rows(names, listed) -%}
(
        select {% for name in names %}column{{ loop.index }} as {{ name }}{{ ', '
            if not loop.last }}{% endfor %}
        from (values
        {%- for row in listed %} ({{ row | join(', ') }}){{ ',' if not loop.last }}{% endfor %})
    )
{%- endmacro %}
