{#-
The sums over the sampled classes of every combination of the keys, and what is known of the whole
table: a row for each combination and target with the combination's number, the target's, and the
`columns`, which are NULL where a target has none of them or no class is in the sample.

plan     the plan whose counts `base_counts` has; none where these are packed
rolled   the plan of counts whose partitions are applied already
lattice  as in `sampled_counts`
origins  the counts of each target: base_counts, or such counts packed
spectra  where packed, the tables of the targets' marginals
wanted   by the number of each target the sums of `class_sums`, with totals
-#}
{%- macro sampled_subsets(plan, rolled, lattice, origins, spectra, wanted, columns) -%}
{%- set within = 'subset_number, ' -%}
{%- set identity = rolled.targets[0] -%}
{%- set valued = {} -%}
{%- for target in rolled.targets -%}
{%- set names = [] -%}
{%- for name in ['target_values', 'value_uncertainty', 'largest_value'] if target.attribute
    and 'total_' ~ name in wanted[target.number].columns -%}
    {%- do names.append(name) -%}
{%- endfor -%}
{%- do valued.update({target.number: names}) -%}
{%- endfor -%}
with
{%- if plan %}
{{ sqlmetrics.counts(plan) }},
{%- for target in plan.targets if target.number in origins %}
{{ sqlmetrics.base_counts(plan, target) }},
{%- endfor %}
{%- endif %}
-- a row per combination
subsets as (
    select {{ (['subset_number'] + lattice.kept_names) | join(', ') }}
    from {{ sqlmetrics.number_rows(['subset_number'] + lattice.kept_names, lattice.subsets) }} listed_subsets
),
{%- for target in rolled.targets if target.attribute %}
{%- set t = target.number %}
{{ sqlmetrics.sampled_counts(rolled, target, lattice, origins[t]) }},
{%- set summed = dict(rolled, facts=sqlmetrics.summed_facts(wanted[t]).split()) %}
{{ sqlmetrics.classes(summed, target, within) }},
{%- if valued[t] %}
{%- if spectra %}
-- a value in the table
marginals_{{ t }} as (
    select value, n_x, total
    from {{ spectra[t] }}
),
{%- else %}
{{ sqlmetrics.marginals(dict(summed, facts=[]), target, '', origins[t]) }},
{%- endif %}
{{ sqlmetrics.spectrum(target, sqlmetrics.spectrum_facts(valued[t]).split()) }},
{%- endif %}
{%- endfor %}
{%- if not lattice.shared %}
{{ sqlmetrics.sampled_counts(rolled, identity, lattice, origins[0]) }},
{%- endif %}
{{ sqlmetrics.identity(dict(rolled, facts=sqlmetrics.summed_facts(wanted[0], true).split()), within) }},
{%- for target in rolled.targets %}
{%- set t = target.number %}
-- one row
totals_{{ t }} as (
    select
        (select {{ sqlmetrics.as_double('coalesce(sum(n), 0)') }} from {{ origins[t if t in origins
            else 1] }}) as records
    {%- if valued[t] -%}
    {%- for name in valued[t] %}, {{ sqlmetrics.known_value(name) }}{% endfor %}
    from spectrum_{{ t }}
    {%- else -%}
    {{ sqlmetrics.one_row() }}
    {%- endif %}
),
-- a row per combination with sampled classes
sums_{{ t }} as (
    select
        {{ within }}{{ sqlmetrics.class_sums(wanted[t], not target.attribute) }}
    from classes_{{ t }}
    group by subset_number
),
{%- endfor %}
-- a row per combination and target
drawn as (
    {%- for target in rolled.targets %}
    {%- set t = target.number %}
    select
        subsets.subset_number as subset_number, {{ t }} as target_number
        {%- for column in columns %},
        {{ sqlmetrics.as_double('null') if column not in wanted[t].columns
            else 'totals_' ~ t ~ '.' ~ column[6:] if column.startswith('total_')
            else 'sums_' ~ t ~ '.' ~ column }} as {{ column }}
        {%- endfor %}
    from subsets
    cross join totals_{{ t }}
    left join sums_{{ t }} on sums_{{ t }}.subset_number = subsets.subset_number
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
select
    subset_number as {{ sqlmetrics.quoted('subset_number') }},
    target_number as {{ sqlmetrics.quoted('target_number') }}
    {%- for column in columns %},
    {{ column }} as {{ sqlmetrics.quoted(column) }}
    {%- endfor %}
from drawn
order by subset_number, target_number
{%- endmacro %}
