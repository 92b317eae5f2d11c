{#-
A target's cells from its records in order: the class_word, records_in_class, the value_code and n.
A cell is a run of records with equal numbers, and a class a run with equal words, so that their
records are differences of places. Of a target with an order a cell has the records_so_far of its
class up to its value, too, and the next_code of a value in the class.
-#}
{%- macro sorted_cells(plan, target) -%}
{%- set s = sqlmetrics.suffix(target) -%}
{%- set in_cell = 'over (order by class_word, value_code)' -%}
{%- set in_class = 'over (order by class_word)' -%}
-- a record in order: its place, and the first and last places of its cell and of its class
in_order{{ s }} as (
    select
        class_word, value_code, row_number() {{ in_cell }} as place,
        rank() {{ in_cell }} as cell_first, {{ sqlmetrics.count_records(' ' ~ in_cell) }} as cell_last,
        rank() {{ in_class }} as class_first, {{ sqlmetrics.count_records(' ' ~ in_class) }} as class_last
        {%- if target.order %},
        lead(class_word) {{ in_cell }} as next_word, lead(value_code) {{ in_cell }} as next_value
        {%- endif %}
    from (
        {{ sqlmetrics.coded_records(plan, target) }}
    ) coded
),
-- a cell: n records share the keys and the value
cells{{ s }} as (
    select class_word, value_code, cell_last - cell_first + 1 as n,
    class_last - class_first + 1 as records_in_class
        {%- if target.order %},
        cell_last - class_first + 1 as records_so_far,
        case when next_word = class_word then next_value end as next_code
        {%- endif %}
    from in_order{{ s }}
    where place = {{ 'cell_last' if target.order else 'cell_first' }}
)
{%- endmacro %}
