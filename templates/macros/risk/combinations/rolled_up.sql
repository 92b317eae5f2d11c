{#-
One target's cells in every combination of the keys, added up from the cells of a larger one.

rolled_<target>_<depth> has the combinations that are `depth` steps away from the finest, each made
from its smallest superset; one statement makes all of a depth. A key that a combination lacks is
NULL there. The result is cells_<target>, or members_<target> where individuals are named, as of a
single table, with the combination's number beside it.

lattice.root        the number of the finest combination; 0 where it is not measured
lattice.of          by the number of each target that is counted: roll_up
lattice.packed      whether the columns key_1.. are words with the codes of several keys, the value
                    and the individual in their bits (DuckDB only): kept_1.. are then the masks of
                    the words, and a missing key has the code 0
lattice.kept_names  the columns of lattice.subsets that say which keys a combination has; none
                    where packed
lattice.subsets     rows (number, kept_1, ..) of the measured combinations: 1 where it has the key
lattice.names       pairs (number, names) of these, as text
lattice.steps       whether some combinations are only steps on the way, with numbers below 1
lattice.fields      per key {column, text}, its mark of suppression; or {column, mask, null, mark}:
                    where packed, the word's bits of the key, of NULL and of the mark
lattice.marked      whether records with all marks of a combination's keys are left out of it
lattice.out         the table of the classes that combinations lack (subset_number, key_1..), or none
lattice.moving      whether the records that take part differ from combination to combination
lattice.shared      whether the identity has the classes of the first sensitive attribute
lattice.groups      where sampled from packed counts, the groups of `sampled_counts`; none elsewhere

roll_up.columns     the columns that hold keys
roll_up.edge_names  the columns of the rows of roll_up.depths
roll_up.depths      per step rows (parent, child, kept_1, ..): 1 where the child has the key
roll_up.value       {column, mask}: the value's column, and its bits where packed
roll_up.individual  {column, mask}: the individual's column, and its bits where packed
roll_up.classes     where packed, the masks of the keys in each column
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
        {% for name
            in ['subset_number']
            + columns %}{{ grouped[loop.index0] }} as {{ name }}, {% endfor %}{{ 'sum(parents.n)'
            if lattice.packed else sqlmetrics.as_integer('sum(parents.n)') }} as n
    from rolled_{{ t }}_{{ loop.index0 }} parents
    join {{ sqlmetrics.number_rows(part.edge_names,
        edges) }} edges on edges.parent_number = parents.subset_number
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
