{#-
What comparing a target's classes with the table value by value gives, as one row: compared_gain is
what the keys tell, N I(X;Y) in nats, the others are measures of classes carried to the table. The
row is NULL where the one pass over the cells has said it all. That leaves open the distance of a
class of which some value is rarer than in the table, the recursive measure where each class has the
values that it asks for, and, as a difference of two sums, a gain that is small. It can be so only
where cells are few beside records.
-#}
{%- macro compared(plan, target) -%}
{%- set t = target.number -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set gain = 'gain' in plan.facts -%}
{%- set measures = target.measures | selectattr('needs', 'in', ['compared', 'ranked']) | list -%}
{%- set distance = target.cell_measures | selectattr('needs', 'equalto', 'compared') | list -%}
{%- set recursion = (target.cell_measures | selectattr('needs', 'equalto', 'ranked') | list + [none]) | first -%}
{%- set open = [] -%}
{%- if distance -%}{%- do open.append('any_open = 1') -%}{%- endif -%}
{%- if recursion -%}{%- do open.append('least_values >= ' ~ recursion.parameters.l) -%}{%- endif -%}
-- a row per cell, with the records of its class, or none where nothing is left open
sized_{{ t }} as (
    select
        {{ keys }}, {{ 'value, ' if distance or gain }}n, sum(n) over (partition by {{ sqlmetrics.window_keys(plan) }}) as class_total
        {%- if recursion %},
        row_number() over (partition by {{ sqlmetrics.window_keys(plan) }} order by n desc) as cell_rank
        {%- endif %}
    from cells_{{ t }}
    cross join (
        select needed
        from (
            {%- if gain %}
            select 1 as needed
            from (select {{ sqlmetrics.count_records() }} as all_cells, sum(n) as all_records from cells_{{ t }}) counted_cells
            where all_cells * 100 < all_records or all_records < 100000
            {{- '\n            union all' if open }}
            {%- endif %}
            {%- if open %}
            select 1 as needed
            from (select {{ 'max(class_open) as any_open' if distance }}{{ ', ' if distance and recursion }}{{ 'min(class_values) as least_values' if recursion }} from classes_{{ t }}) counted_classes
            where {{ open | join(' or ') }}
            {%- endif %}
        ) needs
        group by needed
    ) left_open
),
{%- if distance or gain %}
-- a row per such cell, with the records of its value
beside_{{ t }} as (
    select
        {{ keys }}, {{ sqlmetrics.as_double('n') }} as n, {{ sqlmetrics.as_double('class_total') }} as class_total{{ ', cell_rank' if recursion }},
        {{ sqlmetrics.value_total() }} as value_total, table_total
    from sized_{{ t }}
    {{ sqlmetrics.join_marginals(target) }}
),
{%- endif %}
{%- if gain %}
{{ sqlmetrics.excesses(plan, target, 'beside', (['n'] if measures else []) + (['cell_rank'] if recursion else [])) }},
{%- endif %}
-- a row per such class
compared_{{ t }} as (
    select
        class_total
        {%- for measure in target.cell_measures if measure.needs in ['compared', 'ranked'] %},
        {{ sqlmetrics[measure.name](measure.parameters) }} as {{ measure.name }}
        {%- endfor %}
        {%- if gain %},
        {{ sqlmetrics.class_gain() }} as class_gain
        {%- endif %}
    from {{ 'excesses' if gain else 'beside' if distance else 'sized' }}_{{ t }}
    group by {{ keys }}, class_total
),
-- one row, over these classes
comparisons_{{ t }} as (
    select
        {%- for measure in measures %}
        {%- set carried = 'sum(' ~ measure.name ~ ' * class_total) / sum(class_total)' if measure.aggregate == 'mean' else measure.aggregate ~ '(' ~ measure.name ~ ')' %}
        {{ 'case when count(' ~ measure.name ~ ') = count(*) then ' ~ carried ~ ' end' if measure.partial else carried }} as compared_{{ measure.column }}{{ ',' if gain or not loop.last }}
        {%- endfor %}
        {%- if gain %}
        sum(class_gain) as compared_gain
        {%- endif %}
    from compared_{{ t }}
)
{%- endmacro %}
