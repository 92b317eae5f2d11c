{#- The statement that creates a table of a query's rows. -#}
{%- macro created_table(name, query) -%}
{{ return(adapter.dispatch('created_table', 'sqlmetrics')(name, query)) }}
{%- endmacro %}
{%- macro default__created_table(name, query) -%}
create table {{ name }} as
{{ query }}
{%- endmacro %}
{#- ClickHouse keeps the rows of a table by an order, here none. -#}
{%- macro clickhouse__created_table(name, query) -%}
create table {{ name }} engine = MergeTree order by tuple() as
{{ query }}
{%- endmacro %}
{#- SQL Server makes a table of a view's rows, as a subquery takes no `with` clause. -#}
{%- macro sqlserver__created_table(name, query) -%}
{%- set view = sqlmetrics.quoted('sqlmetrics_release') -%}
create view {{ view }} as
{{ query }};
go
select * into {{ name }} from {{ view }};
drop view {{ view }}
{%- endmacro %}
