{#-
Whose a row of a table is, as text: the value of its only column of the `key`, or a line of CSV; NULL
where a column of the key is NULL. The columns are kept_1.. of `input`.
-#}
{%- macro linked_person(table) -%}
{%- if table.key | length == 1 -%}
{{ sqlmetrics.as_string(sqlmetrics.group_key('kept_1')) }}
{%- else -%}
{%- set fields = [] -%}
{%- set lacking = [] -%}
{%- for column in table.key -%}
{%- if not loop.first -%}{%- do fields.append("','") -%}{%- endif -%}
{%- do fields.append(sqlmetrics.point_field(sqlmetrics.group_key('kept_' ~ loop.index))) -%}
{%- do lacking.append('kept_' ~ loop.index ~ ' is null') -%}
{%- endfor -%}
case when {{ lacking | join(' or ') }} then null else {{ sqlmetrics.concat(fields) }} end
{%- endif -%}
{%- endmacro %}
