{#-
The statement that creates a function, whose query is in `parts` around each place of its relation. In
PostgreSQL the query is a format, in which %1$I.%2$I is the relation, and does not have the text `tag`. The
caller's rights hold, and no schema of a user's is searched for what the query names. In BigQuery the relation
is an argument with typed `columns`, and the query is compiled when it is created.
-#}
{%- macro installed_function(name, parts, columns, tag) -%}
{{ return(adapter.dispatch('installed_function', 'sqlmetrics')(name, parts, columns, tag)) }}
{%- endmacro %}

{%- macro default__installed_function(name, parts, columns, tag) -%}{%- endmacro %}

{%- macro postgres__installed_function(name, parts, columns, tag) -%}
create function {{ name }}(relation regclass)
returns table (
    metric text, target text, quasi_identifiers text, partition text, slice text, level text, class text,
    records bigint, value double precision, reason text, unit text, direction text, parameters text
)
language plpgsql stable security invoker set search_path = pg_catalog, pg_temp as ${{ tag }}_body$
declare
    schema_name text;
    relation_name text;
begin
    select nspname, relname into strict schema_name, relation_name
    from pg_class join pg_namespace on pg_namespace.oid = pg_class.relnamespace where pg_class.oid = relation;
    return query execute format(${{ tag }}$
{% for part in parts %}{{ part | replace('%', '%%') }}{{ '%1$I.%2$I' if not loop.last }}{% endfor %}
${{ tag }}$, schema_name, relation_name);
end
${{ tag }}_body$
{%- endmacro %}

{%- macro bigquery__installed_function(name, parts, columns, tag) -%}
create table function {{ name }}(
    relation table<{% for column in columns %}{{ column.name }} {{ column.type }}{{ ', ' if not loop.last }}
    {%- endfor %}>
) as (
{{ parts | join('relation') }}
)
{%- endmacro %}
