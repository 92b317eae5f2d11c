{#-
The score records of every combination of the keys.

`origins` names the counts of each target: base_counts, or such counts packed. `lattice` is that of
`rolled_up`. `spectra` are the tables of each target's own distribution where that is the same in
all combinations, or none where it is yet to be counted. `lost` is the table of the records that
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
{{ sqlmetrics.rolled_up(plan, target, lattice, origins[target.number]) }},
{%- if plan.individual is not none %}
{{ sqlmetrics.member_cells(plan, target, within) }},
{%- endif %}
{{ sqlmetrics.classes(plan, target, within) }},
{%- if lattice.moving %}
{{ sqlmetrics.marginals(plan, target, within) }},
{%- elif spectra %}
-- one row
spectrum_{{ target.number }} as (
    select target_values, {{ 'largest_value, ' if 'largest_value' in target.carried }}value_uncertainty
    from {{ spectra[target.number] }}
),
{%- else %}
{{ sqlmetrics.marginals(plan, target, '', origins[target.number]) }},
{%- endif %}
{{ sqlmetrics.alike_classes(plan, target, within) }},
{%- endfor %}
{%- if not lattice.shared %}
{{ sqlmetrics.rolled_up(plan, identity, lattice, origins[0]) }},
{%- endif %}
{{ sqlmetrics.identity(plan, within) }},
{{ sqlmetrics.alike_classes(plan, identity, within) }},
{{ sqlmetrics.targets(plan, within, lattice.moving, lost) }}
{{- sqlmetrics.records(plan, lattice.names) }}
{%- endmacro %}
