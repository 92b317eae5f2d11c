{#-
The prefix code of each value of a column, from the rows of `generalization_ranks`: coded_value,
code. `units` are the factors of rank_0, rank_1... DuckDB only.
-#}
{%- macro generalization_codes(table, units) -%}
select coded_value, cast({% for unit in units %}rank_{{ loop.index0 }} * {{ unit }}{{ ' + '
    if not loop.last }}{% endfor %} as bigint) as code
from {{ table }}
{%- endmacro %}
