{#-
The rows of a relation whose known columns have the values of the record's class: by the cuts a record
comes to a region, whose values are listed in the statement. Cuts that lie deep within others are made
in further stages, since engines nest few conditions.

columns   list of (column, number of the key or none)
keys      list of key, see `cut_value`
stages    for each stage the steps of its tree, see `cut_step`
rows      the regions with the values of their keys, as `listed_rows` takes them
-#}
{%- macro cut_rows(relation, columns, keys, stages, rows) -%}
{%- set names = ['listed_region'] -%}
{%- for key in keys -%}{%- do names.append('class_value_' ~ loop.index) -%}{%- endfor -%}
{%- set kept = [] -%}
{%- for column, number in columns if not number -%}
    {%- do kept.append(['kept_' ~ loop.index]) -%}
{%- endfor -%}
{%- set known = [] -%}
{%- for key in keys -%}{%- do known.append(['known_' ~ loop.index]) -%}{%- endfor -%}
{%- set placed -%}
(
    select
        {%- for column, number in columns if not number %}
        source.{{ sqlmetrics.quoted(column) }} as kept_{{ loop.index }},
        {%- endfor %}
        {%- for key in keys %}
        {{ sqlmetrics.cut_value(key, 'order_' ~ loop.index) }} as known_{{ loop.index }}{{ ','
            if not loop.last }}
        {%- endfor %}
    from {{ relation }} source
    {%- for key in keys if key.places %}
    left join {{ sqlmetrics.mapping(key.places) }} order_{{ keys.index(key) + 1 }} on order_{{ keys.index(key)
        + 1 }}.value = {{ sqlmetrics.as_string('source.' ~ sqlmetrics.quoted(key.column)) }}
    {%- endfor %}
)
{%- endset -%}
{%- set nested = namespace(text=placed) -%}
{%- for steps in stages -%}
{%- set stage -%}
(
    select
        {{ sqlmetrics.listed_columns(kept if loop.last else kept + known) }}{{ ',' if kept or not loop.last }}
        {%- for step in steps %}{{ ' ' if step.kind in ['region', 'same', 'end']
            else '\n        ' }}{{ sqlmetrics.cut_step(step) }}{% endfor %} as record_region
    from {{ nested.text }} stage_{{ loop.index }}
)
{%- endset -%}
{%- set nested.text = stage -%}
{%- endfor -%}
{%- set place = namespace(number=0) -%}
select
    {%- for column, number in columns %}
    {%- if not number %}{% set place.number = place.number + 1 %}{% endif %}
    {{ 'class_value_' ~ number if number
        else 'kept_' ~ place.number }} as {{ sqlmetrics.quoted(column) }}{{ ',' if not loop.last }}
    {%- endfor %}
from {{ nested.text }} placed
join {{ sqlmetrics.listed_rows(names, rows) }} on listed_region = {{ sqlmetrics.as_string('record_region') }}
{%- endmacro %}
