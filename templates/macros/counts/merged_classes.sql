{#-
The classes with the distances that were measured apart from them; stacked and grouped, since a join
would lose NULL keys.
-#}
{%- macro merged_classes(plan, target, apart) -%}
{%- set t = target.number -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set columns = ['class_size'] -%}
{%- for column in ['class_values', 'class_uncertainty'] if column in plan.facts -%}{%- do columns.append(column) -%}{%- endfor -%}
{%- if plan.individual is not none -%}{%- do columns.append('class_records') -%}{%- endif -%}
{%- for measure in target.cell_measures -%}{%- do columns.append(measure.name) -%}{%- endfor -%}
stacked_{{ t }} as (
    select {{ keys }}, {{ columns | join(', ') }}{% for kind in apart %}, {{ sqlmetrics.as_double('null') }} as {{ kind }}_distance{% endfor %}
    from plain_classes_{{ t }}
    {%- for kind in apart %}
    union all
    select {{ keys }}, {% for column in columns %}null as {{ column }}, {% endfor %}
        {%- for other in apart %}{{ kind ~ '_distance' if other == kind else 'null as ' ~ other ~ '_distance' }}{{ ', ' if not loop.last }}{% endfor %}
    from {{ kind }}_{{ t }}
    {%- endfor %}
),
classes_{{ t }} as (
    select
        {{ keys }},
        {%- for column in columns %}
        max(stacked_{{ t }}.{{ column }}) as {{ column }},
        {%- endfor %}
        {%- for kind in apart %}
        max(stacked_{{ t }}.{{ kind }}_distance) as {{ kind }}_distance{{ ',' if not loop.last }}
        {%- endfor %}
    from stacked_{{ t }}
    group by {{ keys }}
)
{%- endmacro %}
