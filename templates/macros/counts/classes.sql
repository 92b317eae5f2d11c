{#-
A target's equivalence classes, from its cells: class_size, class_values (distinct values),
class_records where individuals are counted, and class_uncertainty = n_y H(X|Y=y) in nats, which is
exactly 0 where the class has a single value.

Each measure that a metric needs adds a column of its name, aggregated over the class's cells. Key
columns are kept for scores per class. For measures that compare a class with the table a cell has
value_total and table_total beside it, and class_total; for those that rank its values, cell_rank.
Those of a table alone are read `at_once`, with no cell beside its class: see there.
`within` names a column that tells apart tables measured together, with a comma behind it, or
nothing. `carried` are columns that the cells have already, such as value_total.
-#}
{%- macro classes(plan, target, within='', carried=[]) -%}
{%- set t = target.number -%}
{%- set keys = within ~ sqlmetrics.key_columns(plan) -%}
{%- set window_keys = within ~ sqlmetrics.window_keys(plan) -%}
{%- set people = plan.individual is not none -%}
{%- set kept = keys ~ ', ' if plan.level == 'class' or plan.population is not none or plan.weight is not none else within -%}
{%- set at_once = sqlmetrics.at_once(plan, within) -%}
{%- set gain = sqlmetrics.sums_gain(plan, target, within) -%}
{%- set weighed = target.weighed or gain -%}
{%- set sized = gain or not target.cell_measures or target.cell_measures | selectattr('needs', 'equalto', 'compared') | list -%}
{% if at_once and target.weighed -%}
-- a row per cell, with the records of its value in the table
weighed_{{ t }} as (
    select
        {{ keys }}, n{{ ', cell_records' if people }},
        {{ sqlmetrics.value_total() }} as value_total, table_total
    from cells_{{ t }}
    {{ sqlmetrics.join_marginals(target) }}
),
{% elif not at_once and (weighed or target.ranked) -%}
-- a row per cell, with the records of its class and of its value, or its place in the class
weighed_{{ t }} as (
    select
        {{ keys }}, {{ sqlmetrics.as_double('n') ~ ' as n' if gain else 'n' }}{{ ', cell_records' if people }},
        {%- if weighed %}
        {%- if sized %}
        {{ sqlmetrics.as_double('sum(n) over (partition by ' ~ window_keys ~ ')') }} as class_total,
        {%- endif %}
        {%- if carried %}
        {{ carried | join(', ') }}{{ ',' if target.ranked }}
        {%- else %}
        {{ sqlmetrics.as_double('sum(n) over (partition by ' ~ within ~ sqlmetrics.window_key('value') ~ ')') }} as value_total,
        {{ sqlmetrics.as_double('sum(n) over (' ~ ('partition by ' ~ within[:-2] if within else '') ~ ')') }} as table_total{{ ',' if target.ranked }}
        {%- endif %}
        {%- endif %}
        {%- if target.ranked %}
        row_number() over (partition by {{ window_keys }} order by n desc) as cell_rank
        {%- endif %}
    from cells_{{ t }}
),
{% endif -%}
{%- set apart = [] -%}
{%- if target.order -%}{%- do apart.append('ordered') -%}{%- endif -%}
{%- if target.hierarchy -%}{%- do apart.append('hierarchical') -%}{%- endif -%}
{% if gain -%}
{{ sqlmetrics.excesses(plan, target, 'weighed', ['n'] + (['cell_rank'] if target.ranked else []) + (['cell_records'] if people else [])) }},
{% endif -%}
-- a row per class
{{ 'plain_' if apart }}classes_{{ t }} as (
    select
        {{ keys ~ ', ' if apart else kept }}sum(n) as class_size
        {{- ', ' ~ sqlmetrics.count_records() ~ ' as class_values' if 'class_values' in plan.facts or at_once and target.ranked and target.attribute }}
        {{- ', sum(cell_records) as class_records' if people }}
        {%- for measure in target.cell_measures %}
        {%- if not at_once %},
        {{ sqlmetrics[measure.name](measure.parameters) }} as {{ measure.name }}
        {%- elif measure.needs == 'compared' %},
        {{ sqlmetrics.absent_share() }} as {{ measure.name }},
        case when min(n / value_total) * max(table_total) < sum(n) then 1 else 0 end as class_open
        {%- elif measure.needs != 'ranked' %},
        {{ sqlmetrics[measure.name](measure.parameters) }} as {{ measure.name }}
        {%- endif %}
        {%- endfor %}
        {%- if gain %},
        {{ sqlmetrics.class_gain() }} as class_gain
        {%- endif %}
        {%- if 'class_uncertainty' in plan.facts %},
        {{ sqlmetrics.uncertainty('n') }} as class_uncertainty
        {%- endif %}
    from {{ 'excesses' if gain else 'weighed' if target.weighed or target.ranked and not at_once else 'cells' }}_{{ t }}
    group by {{ keys }}
)
{%- if apart -%}
,
{% if target.order -%}
{{ sqlmetrics.ordered_distances(plan, target) }},
{% endif -%}
{% if target.hierarchy -%}
{{ sqlmetrics.hierarchical_distances(plan, target) }},
{% endif -%}
{{ sqlmetrics.merged_classes(plan, target, apart) }}
{%- endif -%}
{%- endmacro %}
