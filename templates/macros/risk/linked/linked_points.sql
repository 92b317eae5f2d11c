{#-
The points of people in several tables as text of a FROM clause: the `names` of person, table and
value, and the main table's columns `kept`. Rows whose key the `main` table lacks are left out.
-#}
{%- macro linked_points(tables, main, names, kept) -%}
(
    select facts.person as {{ sqlmetrics.quoted(names.person) }}, facts.origin as {{
        sqlmetrics.quoted(names.table) }}, facts.point as {{ sqlmetrics.quoted(names.value) }}
        {%- for column in kept %},
        people.own_{{ loop.index }} as {{ sqlmetrics.quoted(column) }}
        {%- endfor %}
    from (
        {{ sqlmetrics.linked_rows(tables) }}
    ) facts
    join {{ sqlmetrics.linked_owners(main, kept) }} people on people.person = facts.person
)
{%- endmacro %}
