{#-
The classes with the distances that were measured apart from them; stacked and grouped, since a join
would lose NULL keys.
-#}
{%- macro merged_classes(plan, target, apart) -%}
{%- set s = sqlmetrics.suffix(target) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set columns = sqlmetrics.column_names(sqlmetrics.class_columns(plan, target)).split() -%}
-- a class, and a class with a distance
stacked{{ s }} as (
    select {{ keys }}, {{ columns | join(', ') }}{% for kind in apart %}, {{ sqlmetrics.as_double('null') }} as {{ kind }}_distance{% endfor %}
    from plain_classes{{ s }}
    {%- for kind in apart %}
    union all
    select {{ keys }}, {% for column in columns %}null as {{ column }}, {% endfor %}
        {%- for other in apart %}{{ kind ~ '_distance' if other == kind else 'null as ' ~ other ~ '_distance' }}{{ ', ' if not loop.last }}{% endfor %}
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
        {%- for kind in apart %}
        max(stacked{{ s }}.{{ kind }}_distance) as {{ kind }}_distance{{ ',' if not loop.last }}
        {%- endfor %}
    from stacked{{ s }}
    group by {{ keys }}
)
{%- endmacro %}
