{#-
The combinations of a relation, a_1.., the columns of an experiment that are given, with their
records; where an `individual` tells people apart, with their people.
-#}
{%- macro tradeoff_counts(relation, columns, individual) -%}
{%- set named = [] -%}
{%- set keys = [] -%}
{%- for column in columns -%}
{%- do named.append('a_' ~ column.number) -%}
{%- do keys.append(sqlmetrics.group_key('source.' ~ sqlmetrics.quoted(column.column))) -%}
{%- endfor -%}
{%- if individual is not none -%}
select {{ named | join(', ') }}, {{ sqlmetrics.count_records() }} as records
    from (
    {{ sqlmetrics.tradeoff_members(relation, columns, individual) }}
    ) members
    group by {{ named | join(', ') }}
{%- else -%}
select
        {%- for name in named %}
        {{ keys[loop.index0] }} as {{ name }},
        {%- endfor %}
        {{ sqlmetrics.count_records() }} as records
    from {{ relation }} source
    group by
        {{ keys | join(',\n        ') }}
{%- endif -%}
{%- endmacro %}
