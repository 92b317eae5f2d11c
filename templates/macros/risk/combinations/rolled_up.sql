{#-
One target's cells in every combination of the keys, added up from the cells of a larger one.

rolled_<target>_<depth> has the combinations that are `depth` steps away from the finest, each made
from its smallest superset; one statement makes all of a depth. A key that a combination lacks is
NULL there. The result is cells_<target>, or members_<target> where individuals are named, as of a
single table, with the combination's number beside it.
docs/develop/plan.md lists the entries of `lattice` and `roll_up`.
-#}
{%- macro rolled_up(plan, target, lattice, origin) -%}
{%- set t = target.number -%}
{%- set people = plan.individual is not none -%}
{%- set part = lattice.of[t] -%}
{%- set keys = part.columns -%}
{%- set whole = (['individual'] if people else []) + (['value'] if target.attribute else [])
    if not lattice.packed else [] -%}
{%- set columns = keys + whole -%}
-- a row per cell of all keys
rolled_{{ t }}_0 as (
    select {{ lattice.root }} as subset_number, {{ columns | join(', ') }}, n
    from {{ origin }}
),
{% for edges in part.depths -%}
{%- set grouped = ['edges.child_number'] -%}
{%- for key in keys -%}
{%- do grouped.append('parents.' ~ key ~ ' & edges.kept_' ~ loop.index if lattice.packed
    else 'case when edges.kept_' ~ loop.index ~ ' = 1 then parents.' ~ key ~ ' end') -%}
{%- endfor -%}
{%- for name in whole -%}{%- do grouped.append('parents.' ~ name) -%}{%- endfor -%}
-- a row per combination and cell, {{ loop.index }} steps from all keys
rolled_{{ t }}_{{ loop.index }} as (
    select
        {% for name in ['subset_number'] + columns %}{{ grouped[loop.index0] }} as {{ name }}, {% endfor %}{{ 'sum(parents.n)' if lattice.packed else sqlmetrics.as_integer('sum(parents.n)') }} as n
    from rolled_{{ t }}_{{ loop.index0 }} parents
    join {{ sqlmetrics.number_rows(part.edge_names, edges) }} edges on edges.parent_number = parents.subset_number
    group by {{ grouped | join(', ') }}
),
{% endfor -%}
-- a row per combination and cell
lattice_{{ t }} as (
    {%- for depth in range(part.depths | length + 1) %}
    select subset_number, {{ columns | join(', ') }}, n
    from rolled_{{ t }}_{{ depth }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
{{ sqlmetrics.finer_cells(plan, target, lattice) }}
{%- endmacro %}
