{#-
Rows of texts as a union of one-row selects, which every dialect reads but which is slow to plan
where it is long.
-#}
{%- macro union_rows(names, rows) -%}
(
    {%- for row in rows %}
        select {% set first = loop.first %}{% for name in names %}{{ row[loop.index0] }}{{ ' as ' ~ name if first }}{{ ', ' if not loop.last }}{% endfor %}{{ sqlmetrics.one_row() }}
        {%- if not loop.last %} union all{% endif %}
    {%- endfor %}
    ) listed
{%- endmacro %}
