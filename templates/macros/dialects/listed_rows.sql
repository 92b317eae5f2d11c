{#-
A derived table of texts within the statement. `names` are its columns; each of the `rows` lists
literals of texts, or NULLs cast to text.
-#}
{%- macro listed_rows(names, rows) -%}
{{ return(adapter.dispatch('listed_rows', 'sqlmetrics')(names, rows)) }}
{%- endmacro %}

{%- macro default__listed_rows(names, rows) -%}{{ sqlmetrics.union_rows(names, rows) }}{%- endmacro %}

{%- macro redshift__listed_rows(names, rows) -%}{{ sqlmetrics.union_rows(names, rows) }}{%- endmacro %}

{#-
One row: the mark between cells, the mark for NULL, then each column as one text. It is a row of
VALUES, so that it is split when the statement runs, not when it is planned.
-#}
{%- macro duckdb__listed_rows(names, rows) -%}
(
        select
        {%- for name in names %}
            nullif(unnest(string_split({{ name }}, {{ rows[0][0] }})), {{ rows[0][1] }}) as {{ name }}{{ ','
                if not loop.last }}
        {%- endfor %}
        from (values ({{ rows[0][2:] | join(', ') }})) texts({{ names | join(', ') }})
    ) listed
{%- endmacro %}

{%- macro postgres__listed_rows(names, rows) -%}{{ sqlmetrics.value_rows(names, rows) }}{%- endmacro %}

{%- macro snowflake__listed_rows(names, rows) -%}{{ sqlmetrics.value_rows(names, rows) }}{%- endmacro %}

{%- macro trino__listed_rows(names, rows) -%}{{ sqlmetrics.value_rows(names, rows) }}{%- endmacro %}

{%- macro sqlserver__listed_rows(names, rows) -%}{{ sqlmetrics.value_rows(names, rows) }}{%- endmacro %}

{%- macro datafusion__listed_rows(names, rows) -%}{{ sqlmetrics.value_rows(names, rows) }}{%- endmacro %}

{%- macro spark__listed_rows(names, rows) -%}
{{ sqlmetrics.value_rows(names, rows, '', ' as listed(' ~ (names | join(', ')) ~ ')') }}
{%- endmacro %}

{%- macro sqlite__listed_rows(names, rows) -%}
(
        {%- set columns = [] %}
        {%- for name in names %}{% do columns.append(['column' ~ loop.index ~ ' as ' ~ name]) %}{% endfor %}
        select {{ sqlmetrics.listed_columns(columns, '            ') }}
        from {{ sqlmetrics.value_rows(names, rows, '(', ')') }}
    ) listed
{%- endmacro %}

{%- macro clickhouse__listed_rows(names, rows) -%}
values(
        '{% for name in names %}{{ '\n            ' if loop.index > 1
            and loop.index is odd }}{{ name }} Nullable(String){{ ', ' if not loop.last }}{% endfor %}'
    {%- for row in rows %},
        ({{ row | join(', ') }})
    {%- endfor %}
    ) listed
{%- endmacro %}

{%- macro bigquery__listed_rows(names, rows) -%}
unnest(array<struct<
        {{ names | join(' string, ') }} string>>[
    {%- for row in rows %}
        ({{ row | join(', ') }}){{ ',' if not loop.last }}
    {%- endfor %}
    ])
{%- endmacro %}
