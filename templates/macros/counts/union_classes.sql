{#-
The classes of all targets as one relation, where there are several targets: target_number and the
columns that any of them has. A class of the identity has as many values as people, so that H(X|Y=y)
= log2 n_y. `alike` is the column with how many classes a row stands for, where that is more than
one.
-#}
{%- macro union_classes(plan, within='', alike='') -%}
{%- set people = plan.individual is not none -%}
{%- set apart = within or alike or sqlmetrics.is_apart(plan) -%}
{%- set first = plan.targets | selectattr('attribute') | first -%}
-- the classes of all targets{{ ' (0 is who a record is of, with n_y values in a class)'
    if plan.targets | rejectattr('attribute') | list }}
classes as (
    {%- for target in plan.targets %}
    {%- set own = target if target.attribute or apart else first %}
    {%- set columns = [] %}
    {%- if within %}{% do columns.append([within[:-2]]) %}{% endif %}
    {%- do columns.append([target.number ~ ' as target_number']) %}
    {%- if plan.level == 'class' %}{% do columns.append([sqlmetrics.key_columns(plan)]) %}
    {%- elif plan.slices %}{% do columns.append([sqlmetrics.slice_columns(plan)[:-2]]) %}{% endif %}
    {%- do columns.append(['class_size']) %}
    {%- if people %}{% do columns.append(['class_records']) %}{% endif %}
    {%- if alike %}{% do columns.append([alike]) %}{% endif %}
    {%- if 'class_values' in plan.facts %}{% do columns.append(['class_values' if target.attribute or apart
        else 'class_size as class_values']) %}{% endif %}
    {%- if 'class_share' in plan.facts %}{% do columns.append(['class_share']) %}{% endif %}
    {%- if 'class_entropy' in plan.facts %}{% do columns.append(['class_entropy' if target.attribute
        else sqlmetrics.log2('class_size') ~ ' as class_entropy']) %}{% endif %}
    {%- if 'class_gain' in plan.facts %}{% do columns.append(['class_gain' if target.attribute or people
        else sqlmetrics.log2('1 / class_share') ~ ' as class_gain']) %}{% endif %}
    {%- for fact, column in [('largest_share', 'class_largest_share'),
        ('target_values', 'class_table_values')] if fact
        in plan.facts %}{% do columns.append([column if target.attribute or people and fact == 'target_values'
        else sqlmetrics.as_double('null') ~ ' as ' ~ column]) %}{% endfor %}
    {%- for name in sqlmetrics.measured_columns(plan).split() %}{% do columns.append([name if name
        in target.measured else sqlmetrics.as_double('null') ~ ' as ' ~ name]) %}{% endfor %}
    {%- if plan.weight is not none and plan.level == 'class' and 'class_individual_risk' not
        in sqlmetrics.measured_columns(plan).split() %}{% do columns.append(['class_individual_risk'
        if not target.attribute else sqlmetrics.as_double('null')
        ~ ' as class_individual_risk']) %}{% endif %}
    {%- if 'unmapped_records' in plan.facts and not within %}
    {%- set losses = 'class_unmapped' if target.attribute or apart else sqlmetrics.key_losses(plan, first) %}
    {%- do columns.append([losses ~ (' as class_unmapped' if losses != 'class_unmapped')]) %}
    {%- endif %}
    select {{ sqlmetrics.listed_columns(columns) }}
    from classes_{{ own.number }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
{%- endmacro %}
