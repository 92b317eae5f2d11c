{#-
The classes with the distances that were measured apart from them; stacked and grouped, since a join
would lose NULL keys.
-#}
{%- macro merged_classes(plan, target, apart) -%}
{%- set t = target.number -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set columns = ['class_size'] -%}
{%- for column in ['class_values', 'class_uncertainty'] if column in plan.facts -%}{%- do columns.append(column) -%}{%- endfor -%}
{%- set at_once = sqlmetrics.at_once(plan) -%}
{%- if 'class_values' not in plan.facts and at_once and target.ranked -%}{%- do columns.append('class_values') -%}{%- endif -%}
{%- if plan.individual is not none -%}{%- do columns.append('class_records') -%}{%- endif -%}
{%- for measure in target.cell_measures if measure.needs != 'ranked' or not at_once -%}{%- do columns.append(measure.name) -%}{%- endfor -%}
{%- if at_once and target.cell_measures | selectattr('needs', 'equalto', 'compared') | list -%}{%- do columns.append('class_open') -%}{%- endif -%}
{%- if sqlmetrics.sums_gain(plan, target) -%}{%- do columns.append('class_gain') -%}{%- endif -%}
-- a row per class, and per class and distance
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
-- a row per class
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
