{#-
The `shapes` of the identity, as `alike_classes` has them: the sizes of classes and how many have
each. Where no NULL is dropped they are those of the classes of a `sensitive` target.
-#}
{%- macro represented_sizes(plan, target, sensitive) -%}
{%- set t = target.number -%}
{%- set shared = plan.nulls != 'drop' -%}
-- a row per size of classes
shapes_{{ t }} as (
    select
        class_size
        {{- ', class_size as class_values' if 'class_values' in plan.facts }}
        {{- ', ' ~ sqlmetrics.n_ln_n('class_size') ~ ' as class_uncertainty' if 'class_uncertainty' in plan.facts }},
        {{ 'sum(class_size * alike)' if shared else 'sum(class_size)' }} as shape_records,
        {{ 'sum(alike)' if shared else sqlmetrics.count_records() }} as classes_alike
    {%- if shared %}
    from alike_{{ sensitive.number }}
    {%- else %}
    from (
        select {{ sqlmetrics.count_records() }} as class_size
        from (
            {{ sqlmetrics.coded_records(plan, target) | indent(4) }}
        ) coded
        group by class_word
    ) sized
    {%- endif %}
    group by class_size
)
{%- endmacro %}
