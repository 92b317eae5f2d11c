{#-
The classes of each node of a lattice of recodings, as the relation `judged`: node, key_1..,
records, failed and closed, which are 1 where the class fails a condition, or one with the bound
`all`, and lost, the fewest of its records that finer nodes suppress. It begins a statement. DuckDB
only.

plan               a plan of classes, whose keys are the words of coded counts
screen.names       the columns of screen.nodes: node, mask_1..
screen.nodes       rows of numbers: a node, and the bits of each word that it keeps
screen.records        the table of `coded_keys`
screen.cells       by a target's number, the table of its `coded_cells`
screen.whole       by a target's number, the table of its `coded_whole`
screen.conditions  by a target's number, list of condition
screen.least       by a target's number, the least records of a class that passes
screen.sized       whether the classes of the only target with conditions have all records
screen.out         the table of the classes that nodes lack (subset_number, key_1..), or none; values
                   then weigh by what is left, and no condition has a bound
screen.prefixed    the numbers of the targets whose cells need prefix_n and prefix_share

condition.metric   a metric of classes
condition.operator < or >
condition.limit    the limit, as text of a double
condition.fails    whether an undefined score fails
condition.bound    all: a class that fails has only records that finer nodes suppress too; the
                   name of a measure, the most of its records that can pass together; or none
-#}
{%- macro judged_nodes(plan, screen) -%}
{%- set within = 'node, ' -%}
{%- set measured = dict(plan, facts=plan.facts | select('in', ['class_values', 'class_entropy']) | list) -%}
{%- set keys = sqlmetrics.key_columns(plan) -%}
{%- set masked -%}
{%- for key in plan.quasi_identifiers %}coded.key_{{ loop.index }} & nodes.mask_{{ loop.index }}{{ ', '
    if not loop.last }}{% endfor -%}
{%- endset -%}
{%- set masked_keys -%}
{%- for key in plan.quasi_identifiers -%}
coded.key_{{ loop.index }} & nodes.mask_{{ loop.index }} as key_{{ loop.index }}, {% endfor -%}
{%- endset -%}
{%- set kept -%}
{%- if screen.out is not none %}
    where not exists (select 1 from {{ screen.out }} hidden where hidden.subset_number = nodes.node
        {%- for key in plan.quasi_identifiers %}
        and hidden.key_{{ loop.index }} = (coded.key_{{ loop.index }} & nodes.mask_{{ loop.index }})
        {%- endfor %})
{%- endif -%}
{%- endset -%}
with
-- a row per node
nodes as (
    select {{ screen.names | join(', ') }}
    from {{ sqlmetrics.number_rows(screen.names, screen.nodes) }} listed_nodes
),
{%- if not screen.sized or 0 in screen.conditions and 0 not in screen.cells %}
-- a row per node and class
sizes as (
    select nodes.node, {{ masked_keys }}sum(coded.n) as records
    from {{ screen.records }} coded
    cross join nodes
    {{- '\n    ' ~ kept if kept }}
    group by nodes.node, {{ masked }}
),
{%- endif %}
{%- for target in plan.targets if target.number in screen.cells %}
{%- set t = target.number %}
{%- if plan.individual is not none %}
-- a row per node, individual and cell
members_{{ t }} as (
    select nodes.node, {{ masked_keys }}coded.individual, coded.value, sum(coded.n) as member_records
    from {{ screen.cells[t] }} coded
    cross join nodes
    group by nodes.node, {{ masked }}, coded.individual, coded.value
),
{%- if target.attribute %}
{{ sqlmetrics.member_cells(plan, target, within) }},
{%- endif %}
{%- else %}
{%- set prefixed = t in screen.prefixed %}
-- a row per node and cell
{{ 'plain_' if prefixed }}cells_{{ t }} as (
    select
        nodes.node, {{ masked_keys }}coded.value, sum(coded.n) as n
        {{- ', max(coded.n_x) as n_x, max(coded.total) as total' if screen.out is none }}
    from {{ screen.cells[t] }} coded
    cross join nodes
    {{- '\n    ' ~ kept if kept }}
    group by nodes.node, {{ masked }}, coded.value
),
{%- if prefixed %}
-- a row per node and cell
cells_{{ t }} as (
    select
        node, {{ keys }}, value, n, n_x, total,
        sum(n) over (partition by node, {{ keys }} order by n / n_x, value) as prefix_n,
        (total - sum(n_x) over (partition by node, {{ keys }})
            + sum(n_x) over (partition by node, {{ keys }} order by n / n_x, value)) / total as prefix_share
    from plain_cells_{{ t }}
),
{%- endif %}
{%- endif %}
{%- if target.attribute %}
{{ sqlmetrics.classes(measured, target, within,
    ['n_x', 'total'] + (['prefix_n', 'prefix_share'] if t in screen.prefixed else [])
    if plan.individual is none and screen.out is none else []) }},
{%- else %}
{{ sqlmetrics.identity(measured, within) }},
{%- endif %}
{%- endfor %}
{%- for target in plan.targets if target.number in screen.conditions %}
{%- set t = target.number %}
{%- set own = t in screen.cells %}
-- a row per node and class
facts_{{ t }} as (
    select
        node, {{ keys }}, {{ 'class_size' if own else 'records as class_size' }}
        {%- if 'class_values' in plan.facts %}, {{ 'class_values' if own
            else 'records as class_values' }}{% endif %}
        {%- for measure in target.cell_measures %}, {{ measure.name }}{% endfor %}
        {%- if 'class_entropy' in plan.facts %}, {{ 'class_entropy' if own and target.attribute
            else sqlmetrics.log2('class_size' if own else 'records') ~ ' as class_entropy' }}{% endif %}
        {{- ', target_values, target_entropy, total' if t in screen.whole }}
    from {{ 'classes_' ~ t if own else 'sizes' }}
    {%- if t in screen.whole %}
    cross join {{ screen.whole[t] }}
    {%- endif %}
),
-- a row per node and class
judged_{{ t }} as (
    select
        node, {{ keys }}, {{ 'class_size' if screen.sized else '0' }} as records,
        {%- for part in ['failed', 'closed', 'lost'] %}
        {%- set cases = [] %}
        {%- for condition in screen.conditions[t] if part == 'failed'
            or (part == 'closed') == (condition.bound == 'all') and condition.bound %}
        {%- set fails = sqlmetrics.failing_condition(plan, condition) %}
        {%- if part == 'lost' %}
        {%- do cases.append('case when ' ~ fails ~ ' then '
            ~ sqlmetrics.lost_of_class(condition.bound, screen.least[t]) ~ ' else 0 end') %}
        {%- else %}
        {%- do cases.append(fails) %}
        {%- endif %}
        {%- endfor %}
        {%- if part == 'lost' %}
        {{ '0' if not cases else cases[0] if cases | length == 1
            else 'greatest(' ~ (cases | join(', ')) ~ ')' }} as lost
        {%- else %}
        {{ 'case when ' ~ (cases | join(' or ')) ~ ' then 1 else 0 end' if cases else '0' }} as {{ part }},
        {%- endif %}
        {%- endfor %}
    from facts_{{ t }}
),
{%- endfor %}
-- a row per node{{ ' and class' if screen.sized else ', class and target' }}
{{ 'judged' if screen.sized else 'stacked' }} as (
    {%- for number in screen.conditions %}
    select node, {{ keys }}, records, failed, closed, lost
    from judged_{{ number }}
    {{- '\n    union all' if not (loop.last and screen.sized) }}
    {%- endfor %}
    {%- if not screen.sized %}
    select node, {{ keys }}, records, 0 as failed, 0 as closed, 0 as lost
    from sizes
    {%- endif %}
)
{%- if not screen.sized %},
-- a row per node and class
judged as (
    select node, {{ keys }}, sum(records) as records, max(failed) as failed, max(closed) as closed,
    max(lost) as lost
    from stacked
    group by node, {{ keys }}
)
{%- endif -%}
{%- endmacro %}
