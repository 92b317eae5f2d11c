{#-
Rows of texts as a union of one-row selects, which every dialect reads but which is slow to plan
where it is long.
-#}
{%- macro union_rows(names, rows) -%}
(
    {%- for row in rows %}
    {%- set columns = [] %}
    {%- set first = loop.first %}
    {%- for name in names %}{% do columns.append([row[loop.index0] ~ (' as ' ~ name if first)]) %}{% endfor %}
        select {{ sqlmetrics.listed_columns(columns, '            ', 99) }}{{ sqlmetrics.one_row() }}
        {%- if not loop.last %} union all{% endif %}
    {%- endfor %}
    ) listed
{%- endmacro %}
