{#-
The baseline of an attacker whom nothing ties to the keys: each sensitive attribute's distribution
in the whole table (Brickell and Shmatikov 2008, trivial sanitization), the most frequent value
first. Columns target, partition, value, records, share. Where individuals are named these are
people, each once, and shares count all people, so that everybody may have several values.
-#}
{%- macro baseline(plan) -%}
{%- set people = plan.individual is not none -%}
{%- set size = 'sum(people_of_value)' if people else 'sum(n)' -%}
{%- set whole = 'sum(people_of_table)' if people else 'sum(n)' -%}
with
{{ sqlmetrics.counts(plan) }},
{%- for target in plan.targets if target.attribute %}
{{ sqlmetrics.counted_cells(plan, target, told='people_of_value people_of_table') }},
{%- endfor %}
-- a row per target and value
believed as (
    {%- for target in plan.targets if target.attribute %}
    select
        {{ target.number }} as target_number, {{ sqlmetrics.literal(target.name) }} as target,
        {{ sqlmetrics.literal(target.recoding.name) if target.recoding
            else sqlmetrics.as_string('null') }} as partition_name,
        {{ sqlmetrics.as_string('value' if plan.show_values
            else 'null') }} as believed_value, {{ size }} as value_size,
        {{ sqlmetrics.as_double(size) }} / {{ sqlmetrics.as_double('sum(' ~ whole
            ~ ') over ()') }} as value_share,
        row_number()
            over (order by {{ size }} desc, case when value is null then 1 else 0 end, value) as place
    from cells_{{ target.number }}
    group by value
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
select
    target as {{ sqlmetrics.quoted('target') }},
    partition_name as {{ sqlmetrics.quoted('partition') }},
    believed_value as {{ sqlmetrics.quoted('value') }},
    {{ sqlmetrics.as_integer('value_size') }} as {{ sqlmetrics.quoted('records') }},
    value_share as {{ sqlmetrics.quoted('share') }}
from believed
{%- if plan.limit %}
where place <= {{ plan.limit }}
{%- endif %}
order by target_number, place
{%- endmacro %}
