{#-
The classes with the distances that were measured apart from them; stacked and grouped, since a join
would lose NULL keys. `keys` are the columns that tell classes apart, the key columns by default.
-#}
{%- macro merged_classes(plan, target, apart, keys=none) -%}
{%- set s = sqlmetrics.suffix(target) -%}
{%- set keys = keys or sqlmetrics.key_columns(plan) -%}
{%- set columns = sqlmetrics.column_names(sqlmetrics.class_columns(plan, target)).split() -%}
{%- set distances = {'ordered': ['ordered_distance'], 'hierarchical': ['hierarchical_distance']} -%}
{%- for tree in target.hierarchies if target.hierarchies | length > 1 -%}
    {%- do distances['hierarchical'].append(tree.column) -%}
{%- endfor -%}
{%- set listed = [] -%}
{%- for kind in apart -%}{%- do listed.extend(distances[kind]) -%}{%- endfor -%}
-- a class, and a class with a distance
stacked{{ s }} as (
    select {{ keys }}, {{ columns | join(', ') }}{% for distance
        in listed %}, {{ sqlmetrics.as_double('null') }} as {{ distance }}{% endfor %}
    from plain_classes{{ s }}
    {%- for kind in apart %}
    union all
    select {{ keys }}, {% for column in columns %}null as {{ column }}, {% endfor %}
        {%- for distance in listed %}{{ distance if distance in distances[kind]
            else 'null as ' ~ distance }}{{ ', ' if not loop.last }}{% endfor %}
    from {{ kind }}{{ s }}
    {%- endfor %}
),
-- a class: the records that share the keys
classes{{ s }} as (
    select
        {{ keys }},
        {%- for column in columns %}
        max(stacked{{ s }}.{{ column }}) as {{ column }},
        {%- endfor %}
        {%- for distance in listed %}
        max(stacked{{ s }}.{{ distance }}) as {{ distance }}{{ ',' if not loop.last }}
        {%- endfor %}
    from stacked{{ s }}
    group by {{ keys }}
)
{%- endmacro %}
