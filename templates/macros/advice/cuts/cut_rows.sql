{#-
The rows of a relation whose known columns have the values of the record's class: by the cuts a record
comes to a region, whose values are listed in the statement.

columns   list of (column, number of the key or none)
steps     the tree of cuts in the order in which it is written: `cut` with its parts, see `cut_test`,
          then all of the lower half, `else`, all of the upper half, `end`; a region by its number
rows      the regions with the values of their keys, as `listed_rows` takes them
keys      the number of the keys
-#}
{%- macro cut_rows(relation, columns, steps, rows, keys) -%}
{%- set names = ['listed_region'] -%}
{%- for number in range(1, keys + 1) -%}{%- do names.append('class_value_' ~ number) -%}{%- endfor -%}
select
    {%- for column, number in columns %}
    {{ 'class_value_' ~ number if number else 'kept_' ~ loop.index }} as {{ sqlmetrics.quoted(column) }}{{ ',' if not loop.last }}
    {%- endfor %}
from (
    select
        {%- for column, number in columns if not number %}
        source.{{ sqlmetrics.quoted(column) }} as kept_{{ columns.index((column, number)) + 1 }},
        {%- endfor %}
        {%- for step in steps %}
        {%- if step.kind == 'cut' %}
        case when {{ sqlmetrics.cut_test(step.parts) }} then
        {%- elif step.kind == 'region' %} {{ sqlmetrics.literal(step.region) }}
        {%- elif step.kind == 'else' %}
        else
        {%- else %} end
        {%- endif %}
        {%- endfor %} as record_region
    from {{ relation }} source
) placed
join {{ sqlmetrics.listed_rows(names, rows) }} on listed_region = record_region
{%- endmacro %}
