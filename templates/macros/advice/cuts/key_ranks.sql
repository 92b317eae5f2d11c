{#-
The values of a key of a count table in their order: key_value, key_text, border, spot, n, key_rank
from 1, and the records up to each (upto). NULL comes last. Numbers are in the order of numbers, texts
in the order that is given, and all others in the order of their bytes. `border` is the value as the
text of a literal, and `spot` is where a number or a date lies on a line. DuckDB only.

counts    a count table
column    {number, kind, floating}
order     the texts of the column with their places, as texts, or nothing
several   whether it counts several attributes
-#}
{%- macro key_ranks(counts, column, order, several) -%}
{%- set text = sqlmetrics.as_string('key_value') -%}
{%- set placed = (sqlmetrics.as_integer('listed.domain') ~ ' nulls last, ' if order else '')
    ~ ('key_value' if column.kind == 'number' else text) ~ ' nulls last' -%}
select
    key_value, {{ sqlmetrics.released_text('key_value', column.floating) }} as key_text,
    {{ sqlmetrics.as_string(sqlmetrics.as_double('key_value')) if column.floating else text }} as border,
    {%- if column.kind == 'number' %}
    case when isfinite({{ sqlmetrics.as_double('key_value') }})
        then {{ sqlmetrics.as_double('key_value') }} end as spot,
    {%- elif column.kind == 'date' %}
    epoch(case when isfinite(try_cast({{ text }} as timestamp))
        then try_cast({{ text }} as timestamp) end) as spot,
    {%- else %}
    {{ sqlmetrics.as_double('null') }} as spot,
    {%- endif %}
    n, row_number() over (order by {{ placed }}) as key_rank,
    sum(n) over (order by {{ placed }} rows between unbounded preceding and current row) as upto
from (
    select key_{{ column.number }} as key_value, {{ sqlmetrics.as_double('sum(records)') }} as n
    from {{ counts }} counted
    {%- if several %}
    where attribute = 1
    {%- endif %}
    group by key_{{ column.number }}
) key_values
{%- if order %}
left join {{ sqlmetrics.mapping(order) }} listed on listed.value = {{ text }}
{%- endif %}
{%- endmacro %}
