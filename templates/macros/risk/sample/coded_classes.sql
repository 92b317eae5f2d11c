{#-
The classes of a plan as numbers: a row per class, with all people, the combinations of values that
there could be (cells), the people of the class, and the number of the value of each of its keys,
from 1, in any order. Where there are more than `most_cells` cells there is one row.
-#}
{%- macro coded_classes(plan, most_cells) -%}
{{ sqlmetrics.with_classes(dict(plan, level='class')) }},
-- a row per class
coded as (
    select
        class_size, row_number() over (order by class_size) as place
        {%- for key in plan.quasi_identifiers %},
        dense_rank()
            over (order by {{ sqlmetrics.window_key(sqlmetrics.key_name(key)) }}) as value_{{ key.number }}
        {%- endfor %}
    from classes_0
),
-- one row
sized as (
    select
        sum(class_size) as total
        {%- for key in plan.quasi_identifiers %}{{ ',\n        ' if loop.first
            else ' * ' }}{{ sqlmetrics.as_double('max(value_' ~ key.number ~ ')') }}{% endfor %} as cells
    from coded
)
select
    {{ sqlmetrics.as_integer('total') }} as {{ sqlmetrics.quoted('people') }},
    cells as {{ sqlmetrics.quoted('cells') }},
    {{ sqlmetrics.as_integer('class_size') }} as {{ sqlmetrics.quoted('class_people') }}
    {%- for key in plan.quasi_identifiers %},
    {{ sqlmetrics.as_integer('value_' ~ key.number) }} as {{ sqlmetrics.quoted('value_' ~ key.number) }}
    {%- endfor %}
from coded
cross join sized
where cells <= {{ most_cells }} or place = 1
{%- endmacro %}
