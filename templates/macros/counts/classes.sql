{#-
A target's equivalence classes, from its cells: class_size, class_values (distinct values),
class_records where individuals are counted, and class_uncertainty = n_y H(X|Y=y) in nats, which is
exactly 0 where the class has a single value.

Each measure that a metric needs adds a column of its name, aggregated over the class's cells. Key
columns are kept for scores per class. For measures that compare a class with the table a cell has
class_total, value_total and table_total beside it; for those that rank its values, cell_rank.
`within` names a column that tells apart tables measured together, with a comma behind it, or
nothing. `carried` are columns that the cells have already, such as value_total.
-#}
{%- macro classes(plan, target, within='', carried=[]) -%}
{%- set t = target.number -%}
{%- set keys = within ~ sqlmetrics.key_columns(plan) -%}
{%- set window_keys = within ~ sqlmetrics.window_keys(plan) -%}
{%- set people = plan.individual is not none -%}
{%- set kept = keys ~ ', ' if plan.level == 'class' or plan.population is not none or plan.weight is not none else within -%}
{% if target.weighed or target.ranked -%}
weighed_{{ t }} as (
    select
        {{ keys }}, n{{ ', cell_records' if people }},
        {%- if target.weighed %}
        {{ sqlmetrics.as_double('sum(n) over (partition by ' ~ window_keys ~ ')') }} as class_total,
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
{{ 'plain_' if apart }}classes_{{ t }} as (
    select
        {{ keys ~ ', ' if apart else kept }}sum(n) as class_size
        {{- ', ' ~ sqlmetrics.count_records() ~ ' as class_values' if 'class_values' in plan.facts }}
        {{- ', sum(cell_records) as class_records' if people }}
        {%- for measure in target.cell_measures %},
        {{ sqlmetrics[measure.name](measure.parameters) }} as {{ measure.name }}
        {%- endfor %}
        {%- if 'class_uncertainty' in plan.facts %},
        {{ sqlmetrics.uncertainty('n') }} as class_uncertainty
        {%- endif %}
    from {{ 'weighed' if target.weighed or target.ranked else 'cells' }}_{{ t }}
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
