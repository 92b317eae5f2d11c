{#-
The common table expressions of a plan's classes, up to `class_facts`: target_number, key_1.., and
what metrics of classes need. Measures `alone` need nothing of the whole table but what a class's
cells have beside them; the others need the facts of `count_facts`.
-#}
{%- macro class_measures(plan, alone) -%}
{%- if not alone -%}
{{ sqlmetrics.count_facts(plan, complete=true) }}
{%- else -%}
{%- set parts = [] -%}
{%- if plan.attributes or not sqlmetrics.is_direct(plan) -%}
    {%- do parts.append(sqlmetrics.counts(plan)) -%}
{%- endif -%}
{%- for target in plan.targets if target.attribute -%}
{%- do parts.extend([sqlmetrics.counted_cells(plan, target), sqlmetrics.classes(plan, target)]) -%}
{%- endfor -%}
{%- if plan.targets | rejectattr('attribute') | list -%}
    {%- do parts.append(sqlmetrics.identity(plan)) -%}
{%- endif -%}
{{ parts | join(',\n') }},
-- a class of a target
class_facts as (
    {%- for target in plan.targets %}
    select
        {{ sqlmetrics.constant(target.number, 'class_size') }} as target_number,
        {{ sqlmetrics.key_columns(plan) }}, {{ sqlmetrics.as_double('class_size') }} as class_size
        {%- if 'class_values'
            in plan.facts %}, {{ sqlmetrics.as_double('class_values') }} as class_values{% endif %}
        {%- for name in sqlmetrics.measured_columns(plan).split() %}, {{ name if name in target.measured
            else sqlmetrics.as_double('null') ~ ' as ' ~ name }}{% endfor %}
        {%- if 'class_entropy' in plan.facts %}, {{ 'class_entropy' if target.attribute
            else sqlmetrics.log2('class_size') ~ ' as class_entropy' }}{% endif %}
    from classes_{{ target.number }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
{%- endif -%}
{%- endmacro %}
