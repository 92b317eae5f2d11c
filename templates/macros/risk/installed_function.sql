{#-
The statement that creates what has the argument `relation`: a table macro, or a function of PostgreSQL. Its
`query` is then a format, in which %1$I.%2$I is the relation, and does not have the text `tag`. The caller's
rights hold, and no schema of a user's is searched for what the query names.
-#}
{%- macro installed_function(name, query, tag) -%}
{{ return(adapter.dispatch('installed_function', 'sqlmetrics')(name, query, tag)) }}
{%- endmacro %}

{%- macro default__installed_function(name, query, tag) -%}
create macro {{ name }}(relation) as table
{{ query }}
{%- endmacro %}

{%- macro postgres__installed_function(name, query, tag) -%}
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
{{ query }}
${{ tag }}$, schema_name, relation_name);
end
${{ tag }}_body$
{%- endmacro %}
