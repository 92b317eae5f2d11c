{#-
The score records of every combination of the keys.

`origins` names the counts of each target: base_counts, or such counts packed. `lattice` is as in
`rolled_up`. `spectra` are the tables of each target's marginals where that is the same in all
combinations, or none where it is yet to be counted. `lost` is the table of the records that
partitions leave out, or none.
-#}
{%- macro combined(plan, lattice, origins, spectra, lost) -%}
{%- set within = 'subset_number, ' -%}
{%- set identity = plan.targets[0] -%}
-- a row per combination
subsets as (
    select {{ (['subset_number'] + lattice.kept_names) | join(', ') }}
    from {{ sqlmetrics.number_rows(['subset_number'] + lattice.kept_names, lattice.subsets) }} listed_subsets
),
{%- for target in plan.targets if target.attribute %}
{%- set t = target.number %}
{{ sqlmetrics.rolled_up(plan, target, lattice, origins[t]) }},
{%- if plan.individual is not none %}
{{ sqlmetrics.member_cells(plan, target, within) }},
{%- endif %}
{%- if spectra %}
-- a value in the table
marginals_{{ t }} as (
    select value, n_x, total, table_values
    from {{ spectra[t] }}
),
{%- elif not lattice.moving %}
{{ sqlmetrics.marginals(dict(plan, facts=['target_values']), target, '', origins[t]) }},
{%- endif %}
{{ sqlmetrics.classes(plan, target, within, fixed=not lattice.moving) }},
{%- endfor %}
{%- if not lattice.shared %}
{{ sqlmetrics.rolled_up(plan, identity, lattice, origins[0]) }},
{%- endif %}
{{ sqlmetrics.identity(plan, within) }},
{{ sqlmetrics.targets(plan, within, lost, complete=true) }}
{{- sqlmetrics.records(plan, lattice.names) }}
{%- endmacro %}
