{#- A query of values with `columns` and a value_code, which DuckDB takes for as many rows as it
reads, but for few in a list. -#}
{%- macro listed_codes(columns, query) -%}
{{ return(adapter.dispatch('listed_codes', 'sqlmetrics')(columns, query)) }}
{%- endmacro %}

{%- macro default__listed_codes(columns, query) -%}{{ query }}{%- endmacro %}

{#- A code of 32 bits beside a word of 64 sorts faster than two of 64. -#}
{%- macro duckdb__listed_codes(columns, query) -%}
{%- set lines = [] -%}
{%- for column in columns -%}{%- do lines.append(['listed.' ~ column ~ ' as ' ~ column]) -%}{%- endfor -%}
select {{ sqlmetrics.listed_columns(lines) }}, cast(listed.value_code as integer) as value_code
    from (
        select unnest(list(codes_in_all)) as listed
        from (
            {{ sqlmetrics.indented(query, 8) }}
        ) codes_in_all
    ) unnested
{%- endmacro %}
