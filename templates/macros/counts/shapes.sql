{#-
The kinds of a target's classes, those of equal size, values and uncertainty, with their measures
carried to the kind. `alike` is a column with how many classes a row of `classes` stands for, where
that is more than one.
-#}
{%- macro shapes(plan, target, alike='') -%}
{%- set t = target.number -%}
{%- set shape = ['class_size'] -%}
{%- for column in ['class_values', 'class_uncertainty'] if column in plan.facts -%}{%- do shape.append(column) -%}{%- endfor -%}
{%- set times = ' * ' ~ alike if alike else '' -%}
-- a row per kind of class, those of equal size, values and uncertainty
shapes_{{ t }} as (
    select
        {{ shape | join(', ') }},
        {%- for measure in target.measures if measure.needs != 'ranked' or not sqlmetrics.at_once(plan) %}
        {%- set carried = measure.aggregate ~ '(' ~ measure.name ~ ')' if measure.aggregate in ('min', 'max') else 'sum(' ~ measure.name ~ times ~ ')' %}
        {{ 'case when count(' ~ measure.name ~ ') = count(*) then ' ~ carried ~ ' end' if measure.partial else carried }} as shape_{{ measure.column }},
        {%- endfor %}
        {%- if sqlmetrics.sums_gain(plan, target) %}
        sum(class_gain) as shape_gain,
        {%- endif %}
        sum({{ 'class_records' if plan.individual is not none else 'class_size' }}{{ times }}) as shape_records,
        {{ 'sum(' ~ alike ~ ')' if alike else sqlmetrics.count_records() }} as classes_alike
    from classes_{{ t }}
    group by {{ shape | join(', ') }}
)
{%- endmacro %}
