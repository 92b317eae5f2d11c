{#-
The common table expressions down to the classes of each target where records become numbers.

With the way `near-unique`, for keys by which nearly every record is alone, the classes are counted
first, and only those with three records or more and two values or more are counted by value. A
class of a single value, or of two records, is known by its size and the least and the most of its
values' codes, so that all such classes are few rows. One row stands for classes_alike equal classes.

With the way `sorted`, for keys with some records a class, the records are sorted once, and cells
and classes are runs of them.
-#}
{%- macro coded(plan) -%}
{%- set sensitive = plan.targets | selectattr('attribute') | list -%}
{%- set parts = [sqlmetrics.key_codes(plan)] -%}
{%- for target in sensitive -%}
{%- do parts.extend([sqlmetrics.value_codes(plan, target), sqlmetrics.sorted_cells(plan, target)
    if plan.way == 'sorted' else sqlmetrics.classes_by_code(plan, target),
    sqlmetrics.represented_classes(plan, target)]) -%}
{%- endfor -%}
{%- for target in plan.targets if not target.attribute
    and (plan.way != 'sorted' or sqlmetrics.is_apart(plan)) -%}
    {%- do parts.append(sqlmetrics.represented_sizes(plan, target, sensitive[0])) -%}
{%- endfor -%}
{{ parts | join(',\n') }}
{%- endmacro %}
