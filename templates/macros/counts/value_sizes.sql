{#-
Of each sensitive target the sizes of its values in the table, and how many values have each: a MAP of
DuckDB.
-#}
{%- macro value_sizes(plan) -%}
{%- set cases = [] -%}
{%- for target in plan.targets if target.attribute -%}
{%- set counted = '(select sum(n) as value_size from cells' ~ sqlmetrics.suffix(target) ~ ' group by '
    ~ sqlmetrics.cell_value(plan, target) ~ ')' -%}
{%- if sqlmetrics.is_coded(plan) -%}
    {%- set counted = '(select ' ~ sqlmetrics.as_integer('n_x') ~ ' as value_size from codes_of_values'
        ~ sqlmetrics.suffix(target) ~ ')' -%}
{%- endif -%}
{%- set sizes = '(select histogram(value_size) from ' ~ counted ~ ' sizes_of_values)' -%}
{%- do cases.append('when ' ~ target.number ~ ' then ' ~ sizes if plan.targets | length > 1 else sizes) -%}
{%- endfor -%}
{{ 'case target_number ' ~ (cases | join(' ')) ~ ' end' if plan.targets | length > 1 else cases[0] }}
{%- endmacro %}
