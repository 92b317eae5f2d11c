{#-
The records of a class with its l-th most frequent value and with all rarer ones, from its cells,
whose largest numbers of records are in `count`.
-#}
{%- macro rarer_records(l, count='n') -%}
{{ return(adapter.dispatch('rarer_records', 'sqlmetrics')(l, count)) }}
{%- endmacro %}

{%- macro default__rarer_records(l, count) -%}
sum(case when place >= {{ l }} then n else 0 end)
{%- endmacro %}

{#- DuckDB keeps the largest counts of a class, at most a million, where a rank would sort all cells. -#}
{%- macro duckdb__rarer_records(l, count) -%}
{{ 'sum(n) - list_sum(max(' ~ count ~ ', ' ~ (l - 1) ~ '))' if 1 < l < 1000
    else sqlmetrics.default__rarer_records(l, count) }}
{%- endmacro %}
