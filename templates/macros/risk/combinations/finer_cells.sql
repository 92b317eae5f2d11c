{#-
One target's cells of every combination from the relation lattice_<target> of `rolled_up` or
`sampled_counts`, without what takes no part: cells_<target>, or members_<target> where individuals
are named, with the combination's number beside the keys.
-#}
{%- macro finer_cells(plan, target, lattice) -%}
{%- set t = target.number -%}
{%- set people = plan.individual is not none -%}
{%- set part = lattice.of[t] -%}
-- a row per combination{{ ', individual' if people }} and cell
{{ 'members' if people else 'cells' }}_{{ t }} as (
    select
        finer.subset_number, {% for key in plan.quasi_identifiers %}{{ sqlmetrics.bits('finer.key_'
            ~ loop.index, part.classes[loop.index0] if lattice.packed
            else none) }} as key_{{ loop.index }}, {% endfor %}
        {{- sqlmetrics.bits('finer.' ~ part.individual.column, part.individual.mask) ~ ' as individual, '
            if people }}
        {{- sqlmetrics.bits('finer.' ~ part.value.column, part.value.mask) ~ ' as value, '
            if target.attribute }}finer.n as {{ 'member_records' if people else 'n' if target.attribute
            else 'records' }}
    from lattice_{{ t }} finer
    {{- sqlmetrics.takes_part(plan, lattice) }}
)
{%- endmacro %}
