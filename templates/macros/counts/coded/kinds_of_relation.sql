{#- Whether each relation of a name in small letters is a table or a view. DuckDB only. -#}
{%- macro kinds_of_relation(name) -%}
select 'table' as kind
from duckdb_tables()
where lower(table_name) = {{ name }}
union all
select 'view' as kind
from duckdb_views()
where lower(view_name) = {{ name }}
{%- endmacro %}
