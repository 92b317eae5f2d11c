{#-
Rows of texts as a union of one-row selects, which every dialect reads but which is slow to plan
where it is long.
-#}
{%- macro union_rows(names, rows) -%}
(
    {%- for row in rows %}
    {%- set first = [] %}
    {%- for name in names %}{% do first.append([row[loop.index0] ~ ' as ' ~ name]) %}{% endfor %}
        select {{ sqlmetrics.listed_columns(first, '            ') if loop.first else row | join(', ') }}{{ sqlmetrics.one_row() }}
        {%- if not loop.last %} union all{% endif %}
    {%- endfor %}
    ) listed
{%- endmacro %}
