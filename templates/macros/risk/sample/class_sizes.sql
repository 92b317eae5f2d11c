{#-
The classes of a plan by their size: a row per size, with the number of classes of that size, the
smallest size first.
-#}
{%- macro class_sizes(plan) -%}
{{ sqlmetrics.with_classes(plan) }}
select
    {{ sqlmetrics.as_integer('class_size') }} as {{ sqlmetrics.quoted('size') }},
    {{ sqlmetrics.as_integer(sqlmetrics.count_records()) }} as {{ sqlmetrics.quoted('classes') }}
from classes_0
group by class_size
order by class_size
{%- endmacro %}
