{#-
The rows of tables that are points: whose each is, the name of its table, and its values there as a
line of CSV, recoded. A table without columns says only that there is a row.
-#}
{%- macro linked_rows(tables) -%}
{%- for table in tables %}
{%- set fields = [] -%}
{%- for key in table.plan.quasi_identifiers -%}
{%- if not loop.first -%}{%- do fields.append("','") -%}{%- endif -%}
{%- do fields.append(sqlmetrics.point_field(sqlmetrics.key_name(key))) -%}
{%- endfor -%}
{{ '\n        union all\n        ' if not loop.first -}}
select {{ sqlmetrics.linked_person(table) }} as person,
            {{ sqlmetrics.as_string(sqlmetrics.literal(table.name)) }} as origin,
            {{ fields[0] if fields | length == 1 else sqlmetrics.concat(fields) if fields
                else sqlmetrics.as_string("'-'") }} as point
        from (
            {{ sqlmetrics.indented(sqlmetrics.input(table.plan, table.plan.relation, [], kept=table.key,
                checked=false), 4) }}
        ) input
{%- endfor %}
{%- endmacro %}
