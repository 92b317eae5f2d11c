{#-
A target's `shapes`, as `alike_classes` has them, from cells of which each stands for those of
alike equal classes.
-#}
{%- macro represented_classes(plan, target) -%}
{%- set t = target.number -%}
{%- set class = 'records_in_class, least_code, most_code, open_word' -%}
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
{{ sqlmetrics.shapes(plan, target, 'alike') }}
{%- endmacro %}
