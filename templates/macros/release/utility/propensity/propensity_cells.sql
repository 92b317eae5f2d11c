{#-
The combinations of values that a model of propensity scores is fitted to: a code per column, and
the records in the original and in each release. plan is as in group_counts, with one group of all
columns.
-#}
{%- macro propensity_cells(plan) -%}
with
{{ sqlmetrics.group_counts(plan) }}
select
    {% for column in plan.groups[0].columns %}code_{{ column.slot }}, {% endfor %}
    {%- for relation in plan.relations %}n_{{ relation.number }}{{ ', ' if not loop.last }}{% endfor %}
from counts
{%- endmacro %}
