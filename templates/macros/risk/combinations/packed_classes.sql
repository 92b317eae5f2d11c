{#-
Numbered classes with the codes of their keys in the bits of few words: class_number, key_1.., n,
and where there are `people` first_person and last_person; `words` are as in `packed_counts`. DuckDB
only.
-#}
{%- macro packed_classes(origin, words, people=false) -%}
select
    base.class_number as class_number,
    {%- for fields in words %}
    {{ sqlmetrics.as_integer('0') }}{% for field
        in fields %} + {{ field.codes }}.code * {{ field.unit }}{% endfor %} as key_{{ loop.index }},
    {%- endfor %}
    base.n as n{{ ', base.first_person as first_person, base.last_person as last_person' if people }}
from {{ origin }} base
{%- for fields in words %}
{%- for field in fields %}
join {{ field.codes }} on {{ sqlmetrics.same(field.codes ~ '.coded_value', 'base.' ~ field.column) }}
{%- endfor %}
{%- endfor %}
{%- endmacro %}
