{#-
The cells of a plan's sensitive targets with numbers in place of their keys: target_number,
class_number, value_number, value_text and n. The numbers tell classes and values apart and mean
nothing else; they differ from run to run.
-#}
{%- macro numbered_cells(plan) -%}
with
{{ sqlmetrics.counts(plan) }},
{%- for target in plan.targets if target.attribute %}
{{ sqlmetrics.cells(plan, target) }},
-- a row per cell
placed_{{ target.number }} as (
    select {{ sqlmetrics.key_columns(plan) }}, value, n, row_number() over (order by n) as place
    from cells_{{ target.number }}
),
{%- endfor %}
-- a row per target and cell
numbered_cells as (
    {%- for target in plan.targets if target.attribute %}
    select
        {{ target.number }} as target_number,
        min(place) over (partition by {{ sqlmetrics.window_keys(plan) }}) as class_number,
        min(place) over (partition by {{ sqlmetrics.window_key('value') }}) as value_number,
        {{ sqlmetrics.as_string('value') }} as value_text,
        n
    from placed_{{ target.number }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
select
    target_number as {{ sqlmetrics.quoted('target_number') }},
    {{ sqlmetrics.as_integer('class_number') }} as {{ sqlmetrics.quoted('class_number') }},
    {{ sqlmetrics.as_integer('value_number') }} as {{ sqlmetrics.quoted('value_number') }},
    value_text as {{ sqlmetrics.quoted('value_text') }},
    {{ sqlmetrics.as_integer('n') }} as {{ sqlmetrics.quoted('n') }}
from numbered_cells
{%- endmacro %}
