{#-
A target's `shapes`, as `alike_classes` has them, from cells of which each stands for those of
alike equal classes.
-#}
{%- macro represented_classes(plan, target) -%}
{%- set t = target.number -%}
{%- set class = 'records_in_class, least_code, most_code, open_word' -%}
{%- set shape = ['class_size'] -%}
{%- for column in ['class_values', 'class_uncertainty'] if column in plan.facts -%}{%- do shape.append(column) -%}{%- endfor -%}
{%- if target.weighed or target.ranked -%}
-- a row per cell, with its class and its value in the table
weighed_{{ t }} as (
    select
        {{ class }}, alike, cells.n
        {%- if target.weighed %},
        {{ sqlmetrics.as_double('records_in_class') }} as class_total, value_total, table_total
        {%- endif %}
        {%- if target.ranked %},
        row_number() over (partition by {{ class }} order by cells.n desc) as cell_rank
        {%- endif %}
    from cells_{{ t }} cells
    {%- if target.weighed %}
    join codes_of_values_{{ t }} codes_of_values on codes_of_values.value_code = cells.value_code
    {%- endif %}
),
{% endif -%}
-- a row per class, or per kind of class
classes_{{ t }} as (
    select
        sum(n) as class_size, max(alike) as alike
        {{- ', ' ~ sqlmetrics.count_records() ~ ' as class_values' if 'class_values' in plan.facts }}
        {%- for measure in target.cell_measures %},
        {{ sqlmetrics[measure.name](measure.parameters) }} as {{ measure.name }}
        {%- endfor %}
        {%- if 'class_uncertainty' in plan.facts %},
        {{ sqlmetrics.uncertainty('n') }} as class_uncertainty
        {%- endif %}
    from {{ 'weighed' if target.weighed or target.ranked else 'cells' }}_{{ t }}
    group by {{ class }}
),
-- a row per size, values and uncertainty of classes
shapes_{{ t }} as (
    select
        {{ shape | join(', ') }},
        {%- for measure in target.measures %}
        {%- set carried = measure.aggregate ~ '(' ~ measure.name ~ ')' if measure.aggregate in ('min', 'max') else 'sum(' ~ measure.name ~ ' * alike)' %}
        {{ 'case when count(' ~ measure.name ~ ') = count(*) then ' ~ carried ~ ' end' if measure.partial else carried }} as shape_{{ measure.column }},
        {%- endfor %}
        sum(class_size * alike) as shape_records,
        sum(alike) as classes_alike
    from classes_{{ t }}
    group by {{ shape | join(', ') }}
)
{%- endmacro %}
