{#-
The people of a relation by their combinations, a row for each: person, a_1.., the columns of an
experiment that are given. A person without a name is one.
-#}
{%- macro tradeoff_members(relation, columns, individual) -%}
{%- set keys = [sqlmetrics.encoded(sqlmetrics.group_key('source.' ~ sqlmetrics.quoted(individual)))] -%}
{%- for column in columns -%}
    {%- do keys.append(sqlmetrics.group_key('source.' ~ sqlmetrics.quoted(column.column))) -%}
{%- endfor -%}
select
        {{ keys[0] }} as person
        {%- for column in columns %},
        {{ keys[loop.index] }} as a_{{ column.number }}
        {%- endfor %}
    from {{ relation }} source
    group by
        {{ keys | join(',\n        ') }}
{%- endmacro %}
