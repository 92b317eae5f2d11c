{#- The rows of a table as text of a FROM clause: whose each is, and the further columns `kept`. -#}
{%- macro linked_keys(table, kept=[]) -%}
(
            select {{ sqlmetrics.linked_person(table) }} as person
                {%- for column in kept %}, kept_{{ table.key | length + loop.index }} as own_{{ loop.index }}
                {%- endfor %}
            from (
                {{ sqlmetrics.indented(sqlmetrics.input(dict(table.plan, quasi_identifiers=[]),
                    table.plan.relation, [], kept=table.key + kept, checked=false), 8) }}
            ) input
        )
{%- endmacro %}
