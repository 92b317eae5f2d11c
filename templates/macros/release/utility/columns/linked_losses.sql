{#-
What is left of each column where a release's records are linked with the original's by their id:
one row per column, with the linked pairs, the squared errors and a column per metric. NULL ids are
never linked.

plan.record   the column of the ids; plan.original and plan.release are FROM clauses' texts
plan.columns  list of {number, name, text, marked, bin, numeric}: the columns of both; numeric ones
              have a squared error
plan.metrics  list of {name, of_columns}: metrics, expressions over the columns of `facts`; metrics
              that columns without links have, too, take `linked`
-#}
{%- macro linked_losses(plan) -%}
{%- set id = 'source.' ~ sqlmetrics.quoted(plan.record) -%}
with
-- a row per linked pair of records
pairs as (
    select
        {%- for column in plan.columns %}
        originals.code_{{ loop.index }} as left_{{ loop.index }},
        released.code_{{ loop.index }} as right_{{ loop.index }}
        {%- if column.numeric %},
        originals.number_{{ loop.index }} - released.number_{{ loop.index }} as error_{{ loop.index }}
        {%- endif %}
        {{- ',' if not loop.last }}
        {%- endfor %}
    from (
        select {{ sqlmetrics.group_key(id) }} as linked
            {%- for column in plan.columns %},
            {{ sqlmetrics.column_code(column, column.bin, none) }} as code_{{ loop.index }}
            {%- if column.numeric %}, {{ sqlmetrics.as_double('source.'
                ~ sqlmetrics.quoted(column.name)) }} as number_{{ loop.index }}{% endif %}
            {%- endfor %}
        from {{ plan.original }} source
        where {{ id }} is not null
    ) originals
    join (
        select {{ sqlmetrics.group_key(id) }} as linked
            {%- for column in plan.columns %},
            {{ sqlmetrics.column_code(column, column.bin, plan.suppressed) }} as code_{{ loop.index }}
            {%- if column.numeric %}, {{ sqlmetrics.as_double('source.'
                ~ sqlmetrics.quoted(column.name)) }} as number_{{ loop.index }}{% endif %}
            {%- endfor %}
        from {{ plan.release }} source
        where {{ id }} is not null
    ) released on released.linked = originals.linked
),
{%- for column in plan.columns %}
{%- set c = loop.index %}
-- a row per combination of original and released value
cells_{{ c }} as (
    select left_{{ c }}, right_{{ c }}, {{ sqlmetrics.as_double('count(*)') }} as n
        {%- if column.numeric %}, sum(error_{{ c }} * error_{{ c }}) as squares,
        max(error_{{ c }} * error_{{ c }}) as most_square, count(error_{{ c }}) as found{% endif %}
    from pairs
    group by left_{{ c }}, right_{{ c }}
),
-- one row
joint_{{ c }} as (
    select
        sum(n) as pairs_found, sum({{ sqlmetrics.n_ln_n('n') }}) as pair_log_sum,
        {{ 'sum(squares)' if column.numeric
            else sqlmetrics.as_double('null') }} as square_sum, {{ 'max(most_square)' if column.numeric
            else sqlmetrics.as_double('null') }} as largest_square, {{ sqlmetrics.as_double('sum(found)'
            if column.numeric else 'null') }} as both_found
    from cells_{{ c }}
),
{%- for side in ['left', 'right'] %}
-- one row
{{ side }}s_{{ c }} as (
    select sum({{ sqlmetrics.n_ln_n('n') }}) as {{ side }}_log_sum
    from (select {{ side }}_{{ c }}, sum(n) as n from cells_{{ c }} group by {{ side }}_{{ c }}) sides
),
{%- endfor %}
{%- endfor %}
-- a row per column
facts as (
    {%- for column in plan.columns %}
    select {{ column.number }} as column_number, pairs_found, pair_log_sum, square_sum, largest_square,
    both_found, left_log_sum, right_log_sum
    from joint_{{ loop.index }}
    cross join lefts_{{ loop.index }}
    cross join rights_{{ loop.index }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
select
    column_number, coalesce(pairs_found, 0) as linked_pairs, coalesce(both_found, 0) as linked_numbers,
    largest_square, square_sum
    {%- for metric in plan.metrics %},
    {{ sqlmetrics[metric.name](true)
        if metric.of_columns else sqlmetrics[metric.name]() }} as {{ sqlmetrics.quoted(metric.name) }}
    {%- endfor %}
from facts
order by column_number
{%- endmacro %}
