{#- A derived table of whole numbers with the columns that `names` lists. -#}
{%- macro number_rows(names, rows) -%}{{ return(adapter.dispatch('number_rows', 'sqlmetrics')(names, rows)) }}{%- endmacro %}

{%- macro default__number_rows(names, rows) -%}
(
        {%- for row in rows %}
        select {% for number in row %}{{ number }} as {{ names[loop.index0] }}{{ ', ' if not loop.last }}{% endfor %}{{ sqlmetrics.one_row() }}{{ ' union all' if not loop.last }}
        {%- endfor %}
    )
{%- endmacro %}

{%- macro redshift__number_rows(names, rows) -%}{{ sqlmetrics.default__number_rows(names, rows) }}{%- endmacro %}

{%- macro duckdb__number_rows(names, rows) -%}{{ sqlmetrics.listed_numbers(names, rows) }}{%- endmacro %}

{%- macro postgres__number_rows(names, rows) -%}{{ sqlmetrics.listed_numbers(names, rows) }}{%- endmacro %}

{%- macro snowflake__number_rows(names, rows) -%}{{ sqlmetrics.listed_numbers(names, rows) }}{%- endmacro %}

{%- macro trino__number_rows(names, rows) -%}{{ sqlmetrics.listed_numbers(names, rows) }}{%- endmacro %}

{%- macro sqlserver__number_rows(names, rows) -%}{{ sqlmetrics.listed_numbers(names, rows) }}{%- endmacro %}

{%- macro datafusion__number_rows(names, rows) -%}{{ sqlmetrics.listed_numbers(names, rows) }}{%- endmacro %}

{%- macro spark__number_rows(names, rows) -%}{{ sqlmetrics.listed_numbers(names, rows) }}{%- endmacro %}

{%- macro sqlite__number_rows(names, rows) -%}
(
        select {% for name in names %}column{{ loop.index }} as {{ name }}{{ ', ' if not loop.last }}{% endfor %}
        from (values
        {%- for row in rows %} ({{ row | join(', ') }}){{ ',' if not loop.last }}{% endfor %})
    )
{%- endmacro %}
