{#-
The combinations of values that a model of propensity scores is fitted to: a code per column, and
the records in the original and in each release. Codes only tell values apart: values that are no
numbers are texts, since a list or bytes leave a database in forms of its own. plan is as in
group_counts, with one group of all columns.
-#}
{%- macro propensity_cells(plan) -%}
with
{{ sqlmetrics.group_counts(plan) }}
select
    {% for column in plan.groups[0].columns -%}
    {%- set code = 'code_' ~ column.slot -%}
    {%- set value = code if column.bin else sqlmetrics.key_value(code) if column.numeric
        else sqlmetrics.as_string(sqlmetrics.key_value(code)) -%}
    {{ value ~ (' as ' ~ code if value != code) }}, {% endfor %}
    {%- for relation in plan.relations %}n_{{ relation.number }}{{ ', ' if not loop.last }}{% endfor %}
from counts
{%- endmacro %}
