{#-
The common table expressions of the rows of a relation with its quasi-identifiers recoded, or marked
where a class fails a condition: the release, as a query, whose rows `view_rows` selects.

plan         the plan of classes, whose relation is `recoded`
relation     the text of a FROM clause
columns      list of column: {column, number, recoding, root, text, key, floating}, in their order
conditions   as in `screened_nodes`, by a target's number
view.mark    the mark view.starred whether rows are marked; without it records that fail are left
             out
view.least   the fewest records of a class that passes, where nothing but sizes is asked for
view.size    the name of the column of sizes
view.alone   whether classes need nothing of the whole table; see `class_measures`
-#}
{%- macro view_parts(plan, relation, columns, conditions, view) -%}
-- a row per record, with the quasi-identifiers on their levels
recoded as (
    {{ sqlmetrics.recoded_rows(relation, columns, view.mark, false, '    ') }}
),
{% if view.least is not none -%}
-- a row per record, with the number of those like it
sized as (
    select recoded.*, {{ sqlmetrics.size_window(columns) }} as {{ view.size }}
    from recoded
)
{%- else -%}
{{ sqlmetrics.class_measures(plan, view.alone) }},
-- a row per class that fails
failing as (
    {{ sqlmetrics.failing_keys(plan, conditions) | replace('\n', '\n    ') }}
)
{%- endif -%}
{%- endmacro %}
