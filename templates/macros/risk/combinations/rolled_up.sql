{#-
One target's cells in every combination of the keys, added up from those of a larger one: rolled_<target>_<depth> has the combinations that
are so many steps away from the finest, each made from the smallest that it is part of, all of a depth in one statement. A key that a
combination lacks is NULL there. What results is cells_<target>, or members_<target> where individuals are named, as of a single table, with
the combination's number beside it.

lattice.root      the number of the finest combination; steps on the way, which are not measured, have numbers below 1
lattice.of        per target depths, the rows (parent, child, kept_1, ..) of each: 1 where the child has the key; their edge_names; the columns
                  that hold keys; {column, mask} of value and individual, and the masks of the keys in each column, classes
lattice.packed    whether the columns key_1.. are words that hold the codes of several keys, the value and the individual in their bits
                  (DuckDB only): kept_1.. are then the masks of the words, and a key that is lacking has the code 0
lattice.steps     whether there are steps on the way
lattice.fields    per key {column, text}, its mark of suppression; where packed {column, mask, null, mark}, the word's bits of the key and
                  what they are for NULL and for the mark
-#}
{%- macro rolled_up(plan, target, lattice, origin) -%}
{%- set t = target.number -%}
{%- set people = plan.individual is not none -%}
{%- set part = lattice.of[t] -%}
{%- set keys = part.columns -%}
{%- set whole = (['individual'] if people else []) + (['value'] if target.attribute else []) if not lattice.packed else [] -%}
{%- set columns = keys + whole -%}
rolled_{{ t }}_0 as (
    select {{ lattice.root }} as subset_number, {{ columns | join(', ') }}, n
    from {{ origin }}
),
{% for edges in part.depths -%}
{%- set grouped = ['edges.child_number'] -%}
{%- for key in keys -%}
{%- do grouped.append('parents.' ~ key ~ ' & edges.kept_' ~ loop.index if lattice.packed else 'case when edges.kept_' ~ loop.index ~ ' = 1 then parents.' ~ key ~ ' end') -%}
{%- endfor -%}
{%- for name in whole -%}{%- do grouped.append('parents.' ~ name) -%}{%- endfor -%}
rolled_{{ t }}_{{ loop.index }} as (
    select
        {% for name in ['subset_number'] + columns %}{{ grouped[loop.index0] }} as {{ name }}, {% endfor %}{{ 'sum(parents.n)' if lattice.packed else sqlmetrics.as_integer('sum(parents.n)') }} as n
    from rolled_{{ t }}_{{ loop.index0 }} parents
    join {{ sqlmetrics.number_rows(part.edge_names, edges) }} edges on edges.parent_number = parents.subset_number
    group by {{ grouped | join(', ') }}
),
{% endfor -%}
lattice_{{ t }} as (
    {%- for depth in range(part.depths | length + 1) %}
    select subset_number, {{ columns | join(', ') }}, n
    from rolled_{{ t }}_{{ depth }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
{{ 'members' if people else 'cells' }}_{{ t }} as (
    select
        finer.subset_number, {% for key in plan.quasi_identifiers %}{{ sqlmetrics.bits('finer.key_' ~ loop.index, part.classes[loop.index0] if lattice.packed else none) }} as key_{{ loop.index }}, {% endfor %}
        {{- sqlmetrics.bits('finer.' ~ part.individual.column, part.individual.mask) ~ ' as individual, ' if people }}
        {{- sqlmetrics.bits('finer.' ~ part.value.column, part.value.mask) ~ ' as value, ' if target.attribute }}finer.n as {{ 'member_records' if people else 'n' if target.attribute else 'records' }}
    from lattice_{{ t }} finer
    {{- sqlmetrics.takes_part(plan, lattice) }}
)
{%- endmacro %}
