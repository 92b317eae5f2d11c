{#-
The statement that creates a procedure, whose query is in `parts` around each place of its relation. Its
argument is the name of a relation, which the database checks or reads as a name alone, and the caller's
rights hold. The end of a statement that has others in it is told to consoles as they know it.
-#}
{%- macro installed_procedure(name, parts, columns, tag) -%}
{{ return(adapter.dispatch('installed_procedure', 'sqlmetrics')(name, parts, columns, tag)) }}
{%- endmacro %}

{%- macro default__installed_procedure(name, parts, columns, tag) -%}{%- endmacro %}

{%- macro snowflake__installed_procedure(name, parts, columns, tag) -%}
{%- set body = 'declare\n    score_rows resultset default (\n' ~ parts | join('identifier(:relation)')
    ~ '\n    );\nbegin\n    return table(score_rows);\nend;' -%}
create procedure {{ name }}(relation varchar)
returns table ()
language sql
execute as caller
as {{ sqlmetrics.literal(body) if '$$' in body else '$$\n' ~ body ~ '\n$$' }}
{%- endmacro %}

{%- macro databricks__installed_procedure(name, parts, columns, tag) -%}
create procedure {{ name }}(in relation string)
language sql
sql security invoker
as begin
    execute immediate {{ sqlmetrics.literal(parts | join('identifier(:relation)')) }}
    using relation as relation;
end
{%- endmacro %}

{%- macro sqlserver__installed_procedure(name, parts, columns, tag) -%}
create procedure {{ name }} @relation nvarchar(517)
with execute as caller
as
begin
    set nocount on;
    declare @id int = coalesce(object_id(@relation, N'U'), object_id(@relation, N'V'));
    if @id is null or parsename(@relation, 3) is not null
        throw 50000, N'name a table or a view of this database, as schema.table', 1;
    declare @name nvarchar(600) = quotename(object_schema_name(@id)) + N'.' + quotename(object_name(@id));
    declare @query nvarchar(max) = cast(N'' as nvarchar(max))
        + {% for part in parts %}{{ sqlmetrics.literal(part) }}{{ '\n        + @name + ' if not loop.last }}
        {%- endfor %};
    exec sys.sp_executesql @query;
end
{%- endmacro %}

{%- macro oracle__installed_procedure(name, parts, columns, tag) -%}
create procedure {{ name }}(relation in varchar2) authid current_user as
    named varchar2(4000) := sys.dbms_assert.sql_object_name(relation);
    query clob := empty_clob();
    scores sys_refcursor;
begin
    {%- for part in parts %}
    {%- for start in range(0, part | length, 4000) %}
    query := query || {{ sqlmetrics.literal(part[start:start + 4000]) }};
    {%- endfor %}
    {%- if not loop.last %}
    query := query || named;
    {%- endif %}
    {%- endfor %}
    open scores for query;
    sys.dbms_sql.return_result(scores);
end;
/
{%- endmacro %}

{%- macro mysql__installed_procedure(name, parts, columns, tag) -%}
{%- set told = [] -%}
{%- for part in parts -%}
{%- do told.append(sqlmetrics.literal(part) ~ ('' if loop.last else ',\n        relation')) -%}
{%- endfor -%}
{%- set part = "(`([^`]|``)+`|[0-9A-Za-z_$]+)" -%}
{%- set name_of_relation = '\\A' ~ part ~ '([.]' ~ part ~ ')?\\z' -%}
delimiter //
create procedure {{ name }}(relation text character set utf8mb4)
sql security invoker
begin
    if relation is null
        or not relation regexp {{ sqlmetrics.literal(name_of_relation) }}
    then
        signal sqlstate '45000' set message_text = 'name a table or a view, as schema.table';
    end if;
    set @sqlmetrics_query = {{ sqlmetrics.concat(told) }};
    prepare sqlmetrics_scores from @sqlmetrics_query;
    execute sqlmetrics_scores;
    deallocate prepare sqlmetrics_scores;
    set @sqlmetrics_query = null;
end//
delimiter ;
{%- endmacro %}
