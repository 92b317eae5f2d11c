{#-
The bits per record that the classes of each node of a lattice leave open about sensitive attributes,
summed over them: node, bits. plan.relation is the table of `coded_counts`. DuckDB only.

names    the columns of the nodes: node, mask_1..
nodes    rows of numbers: a node, and the bits of each word that it keeps
numbers  the numbers of the attributes
several  whether the counts have several attributes
-#}
{%- macro workload_nodes(plan, names, nodes, numbers, several) -%}
{%- set masked = [] -%}
{%- for key in plan.quasi_identifiers -%}
    {%- do masked.append('coded.key_' ~ loop.index ~ ' & nodes.mask_' ~ loop.index) -%}
{%- endfor -%}
with
-- a row per node
nodes as (
    select {{ names | join(', ') }}
    from {{ sqlmetrics.number_rows(names, nodes) }} listed_nodes
),
-- a row per node, attribute and cell
cells as (
    {%- for number in numbers %}
    select
        nodes.node, {{ number }} as attribute, {% for mask
            in masked %}{{ mask }} as key_{{ loop.index }},
            {% endfor %}cast(value_{{ number }} as varchar) as value,
        {{ sqlmetrics.as_double('sum(coded.records)') }} as n
    from {{ plan.relation }} coded
    cross join nodes
    {%- if several %}
    where coded.attribute = {{ number }}
    {%- endif %}
    group by nodes.node, {{ masked | join(', ') }}, value_{{ number }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
-- a row per node, attribute and class
classes as (
    select node, attribute, sum(n) as n, sum({{ sqlmetrics.n_ln_n('n') }}) as cell_sum
    from cells
    group by node, attribute, {{ sqlmetrics.key_columns(plan) }}
),
-- a row per node and attribute
uncertain as (
    select node, attribute,
    sum({{ sqlmetrics.n_ln_n('n') }} - cell_sum) / sum(n) / {{ sqlmetrics.ln_2() }} as bits
    from classes
    group by node, attribute
)
select node, sum(bits) as bits
from uncertain
group by node
order by node
{%- endmacro %}
