{#-
The rows of a relation with its quasi-identifiers recoded, or marked where a class fails a
condition: the release, as a query.

plan         the plan of classes, whose relation is `recoded`
relation     the text of a FROM clause
columns      list of column: {column, number, recoding, root, text, key, floating}, in their order
conditions   as in `screened_nodes`, by a target's number; none where nothing is suppressed
view.mark    the mark view.starred whether rows are marked; without it records that fail are left
             out
view.least   the fewest records of a class that passes, where nothing but sizes is asked for
view.size    the name of the column of sizes
view.alone   whether classes need nothing of the whole table; see `class_measures`
view.named   whether the parts have names, in a with clause
-#}
{%- macro advised_view(plan, relation, columns, conditions, view) -%}
{%- if view.least is not none -%}
{{ sqlmetrics.sized_view(relation, columns, view) }}
{%- elif not conditions -%}
{{ sqlmetrics.recoded_rows(relation, columns, view.mark, true) }}
{%- else -%}
with
-- a row per record, with the quasi-identifiers on their levels
recoded as (
    {{ sqlmetrics.recoded_rows(relation, columns, view.mark, false, '    ') }}
),
{{ sqlmetrics.class_measures(plan, view.alone) }},
-- a row per class that fails
failing as (
    {{ sqlmetrics.failing_keys(plan, conditions) | replace('\n', '\n    ') }}
)
select
    {%- for column in columns %}
    {%- set value = 'recoded.' ~ sqlmetrics.quoted(column.column) %}
    {%- if column.root %}
    {{ sqlmetrics.literal(view.mark) }} as {{ sqlmetrics.quoted(column.column) }}
    {%- elif column.key and view.starred %}
    case when failing.failed = 1 then {{ sqlmetrics.literal(view.mark) }} else {{ value if column.recoding else sqlmetrics.released_text(value, column.floating) }} end as {{ sqlmetrics.quoted(column.column) }}
    {%- else %}
    {{ value }}
    {%- endif %}
    {{- ',' if not loop.last }}
    {%- endfor %}
from recoded
left join failing on {% for key in plan.quasi_identifiers %}{{ sqlmetrics.same_key('failing.key_' ~ key.number, sqlmetrics.group_key('recoded.' ~ sqlmetrics.quoted(key.column))) }}{{ ' and ' if not loop.last }}{% else %}1 = 1{% endfor %}
{%- if not view.starred %}
where failing.failed is null
{%- endif %}
{%- endif -%}
{%- endmacro %}
