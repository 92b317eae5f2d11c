{#-
The first records that the engine gives, at most `rows`, each value as a text of at most `length`
characters: value_1, value_2, .. in the order of the columns. They are looked at, not measured.
-#}
{%- macro some_records(relation, columns, rows, length) -%}
select
    {%- for column in columns %}
    {{ sqlmetrics.first_characters(sqlmetrics.as_string('source.' ~ sqlmetrics.quoted(column)),
        length) }} as value_{{ loop.index }}{{ ',' if not loop.last }}
    {%- endfor %}
from {{ relation }} source
{{ sqlmetrics.any_rows(rows) }}
{%- endmacro %}
