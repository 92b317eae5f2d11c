{#-
The columns of a query by their place, from 1, each with the word `type` or `collation` where its
own is made in the database, for `guarded`; one row of the query is read. Only for dialects whose
databases make types.
-#}
{%- macro query_types(relation, columns) -%}
{{ return(adapter.dispatch('query_types', 'sqlmetrics')(relation, columns)) }}
{%- endmacro %}

{%- macro default__query_types(relation, columns) -%}
select 1, null from {{ relation }} source where 1 = 0
{%- endmacro %}

{%- macro postgres__query_types(relation, columns) -%}
with recursive
-- one row
first as (
    select * from {{ relation }} source limit 1
),
-- a row per column
types as (
    {%- for column in columns %}
    {%- set value = 'first.' ~ sqlmetrics.quoted(column) %}
    select
        {{ loop.index }} as place, cast(pg_typeof({{ value }}) as oid) as type,
        case
            when (select t.typcollation from pg_type t where t.oid = pg_typeof({{ value }})) <> 0
            then pg_collation_for({{ value }})
        end as named
    from first
    {{- ' union all' if not loop.last }}
    {%- endfor %}
),
-- a row per column and type that its own is made of
bases as (
    select place, named, type from types
    union all
    select bases.place, bases.named, t.typbasetype from bases join pg_type t on t.oid = bases.type
        and t.typtype = 'd'
)
select
    bases.place,
    case
        when t.oid >= 16384 and (t.typtype <> 'e' or exists (
            select 1 from pg_opclass o where o.opcintype = t.oid
        )) then 'type'
        when exists (
            select 1 from pg_collation l join pg_namespace n on n.oid = l.collnamespace
            where to_jsonb(l) ->> 'collisdeterministic' = 'false'
            and bases.named in (quote_ident(l.collname),
                quote_ident(n.nspname) || '.' || quote_ident(l.collname))
        ) then 'collation'
    end as own
from bases
join pg_type t on t.oid = bases.type and t.typtype <> 'd'
order by bases.place
{%- endmacro %}
