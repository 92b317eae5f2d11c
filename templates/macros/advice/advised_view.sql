{#-
The rows of a relation with its quasi-identifiers recoded, or marked where a class fails a
condition: the release, as a query.

columns     list of {column, key, recoding, root}: the columns in their order; key is the number of
            its key in the plan, or none; a root column has the mark in every row
conditions  those of `screened_nodes`, by a target's number; none where nothing is suppressed
mark        the mark
starred     whether rows are marked; without it those that fail are left out
-#}
{%- macro advised_view(plan, columns, conditions, mark, starred) -%}
{%- set suppresses = conditions | length > 0 -%}
{% if suppresses -%}
with
{{ sqlmetrics.count_facts(plan) }},
failing as (
    {{ sqlmetrics.failing_keys(plan, conditions) | replace('\n', '\n    ') }}
),
input as (
    select
        {%- for column in columns %}
        {%- set source = 'source.' ~ sqlmetrics.quoted(column.column) %}
        {{ source ~ ' as kept_' ~ loop.index if not column.recoding and not column.root else 'null as kept_' ~ loop.index if column.root
            else sqlmetrics.recoded(source, column.recoding, 'mapping_' ~ column.key) ~ ' as kept_' ~ loop.index }},
        {%- endfor %}
        {%- for key in plan.quasi_identifiers %}
        {{ sqlmetrics.group_key(sqlmetrics.recoded('source.' ~ sqlmetrics.quoted(key.column), key.recoding, 'mapping_' ~ key.number)) }} as key_{{ key.number }}{{ ',' if not loop.last }}
        {%- endfor %}
    from {{ plan.relation }} source
    {%- for column in columns if column.recoding and column.recoding.kind == 'table' %}
    left join {{ sqlmetrics.mapping(column.recoding.pairs) }} mapping_{{ column.key }} on mapping_{{ column.key }}.value = {{ sqlmetrics.as_string('source.' ~ sqlmetrics.quoted(column.column)) }}
    {%- endfor %}
)
select
    {%- for column in columns %}
    {%- set kept = 'input.kept_' ~ loop.index %}
    {{ sqlmetrics.literal(mark) if column.root else kept if not column.key or not starred
        else 'case when failing.failed = 1 then ' ~ sqlmetrics.literal(mark) ~ ' else ' ~ sqlmetrics.as_string(kept) ~ ' end' }} as {{ sqlmetrics.quoted(column.column) }}{{ ',' if not loop.last }}
    {%- endfor %}
from input
left join failing on {% for key in plan.quasi_identifiers %}{{ sqlmetrics.same('failing.key_' ~ key.number, 'input.key_' ~ key.number) }}{{ ' and ' if not loop.last }}{% endfor %}
{%- if not starred %}
where failing.failed is null
{%- endif %}
{%- else -%}
select
    {%- for column in columns %}
    {%- set source = 'source.' ~ sqlmetrics.quoted(column.column) %}
    {{ sqlmetrics.literal(mark) if column.root else sqlmetrics.recoded(source, column.recoding, 'mapping_' ~ column.key) }} as {{ sqlmetrics.quoted(column.column) }}{{ ',' if not loop.last }}
    {%- endfor %}
from {{ plan.relation }} source
{%- for column in columns if column.recoding and column.recoding.kind == 'table' %}
left join {{ sqlmetrics.mapping(column.recoding.pairs) }} mapping_{{ column.key }} on mapping_{{ column.key }}.value = {{ sqlmetrics.as_string('source.' ~ sqlmetrics.quoted(column.column)) }}
{%- endfor %}
{%- endif %}
{%- endmacro %}
