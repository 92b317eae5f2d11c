{#-
The cells of a plan's targets by their sizes: target_number, value_size, class_size, cell_size and
the number of such cells. All that leaving out records changes of entropies and of the sizes of
classes follows from these rows, in which no value of the data is. Of the identity each record is a
cell with a value of its own.
-#}
{%- macro count_shapes(plan) -%}
{%- set direct = sqlmetrics.is_direct(plan) -%}
with
{%- if not direct %}
{{ sqlmetrics.counts(plan) }},
{%- endif %}
{%- for target in plan.targets %}
{%- if target.attribute %}
{{ sqlmetrics.cells(plan, target) if direct else sqlmetrics.counted_cells(plan, target) }},
{{ sqlmetrics.shares(plan, target, 'n_y n_x') }},
{%- else %}
{{ sqlmetrics.identity(dict(plan, targets=[target], attributes=[]) if direct
    else dict(plan, targets=[target])) }},
{%- endif %}
{%- endfor %}
-- a row per target and sizes of value, class and cell
count_shapes as (
    {%- for target in plan.targets %}
    {%- if target.attribute %}
    select {{ target.number }} as target_number, n_x as value_size, n_y as shape_size,
    {{ sqlmetrics.as_double('n') }} as cell_size,
    {{ sqlmetrics.as_double(sqlmetrics.count_records()) }} as shape_cells
    from cell_shares_{{ target.number }}
    group by n_x, n_y, n
    {%- else %}
    select {{ target.number }} as target_number, {{ sqlmetrics.as_double('1') }} as value_size,
    {{ sqlmetrics.as_double('class_size') }} as shape_size, {{ sqlmetrics.as_double('1') }} as cell_size,
    {{ sqlmetrics.as_double('class_size * ' ~ sqlmetrics.count_records()) }} as shape_cells
    from classes_0
    group by class_size
    {%- endif %}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
select
    target_number as {{ sqlmetrics.quoted('target_number') }},
    {{ sqlmetrics.as_integer('value_size') }} as {{ sqlmetrics.quoted('value_size') }},
    {{ sqlmetrics.as_integer('shape_size') }} as {{ sqlmetrics.quoted('class_size') }},
    {{ sqlmetrics.as_integer('cell_size') }} as {{ sqlmetrics.quoted('cell_size') }},
    {{ sqlmetrics.as_integer('shape_cells') }} as {{ sqlmetrics.quoted('cells') }}
from count_shapes
order by target_number, value_size, shape_size, cell_size
{%- endmacro %}
