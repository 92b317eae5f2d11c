{#-
The classes of a sample as `classes_<t>` of each target, each counted whole, and `totals_<t>` with
what is known of the whole table. A class is compared with the whole table, not with the sample,
by cells that have their value's records beside them, as in scores per class.

Classes of much weight are in it, too, whatever their hash: 1 in the last of the keys, and else 0.

sample.threshold  the number below which the hash of a class in the sample is; none where
                  plan.counted has the counts of these classes alone
sample.whole      the name of the column that says which are there for their weight
sample.search     how these are found, as `weighty_buckets` takes it; none for no such class
sample.value_counts     then, as text of a FROM clause, the counts of values of all records: attribute
                  where there are several, value_1.., records
sample.records    and by the number of each target the records that it counts
wanted            by the number of each target the sums of `class_sums`
-#}
{%- macro sampled_classes(plan, sample, wanted) -%}
{%- set whole = dict(number=plan.quasi_identifiers | length + 1, column=sample.whole, name=sample.whole,
    alias=none, recoding=none) -%}
{%- set drawn = dict(plan, level='class', quasi_identifiers=plan.quasi_identifiers | list + [whole],
    relation=plan.relation if sample.threshold is none else 'sampled_records') -%}
{%- set parts = [] -%}
{%- if sample.threshold is not none -%}
    {%- do parts.append(sqlmetrics.sampled_records(plan, sample)) -%}
{%- endif -%}
{%- if plan.attributes or not sqlmetrics.is_direct(plan) -%}
    {%- do parts.append(sqlmetrics.counts(drawn)) -%}
{%- endif -%}
{%- for target in plan.targets if target.attribute -%}
{%- set facts = sqlmetrics.summed_facts(wanted[target.number]).split() -%}
{%- set known = [] -%}
{%- for name in ['target_values', 'value_uncertainty', 'largest_value'] if 'total_' ~ name
    in wanted[target.number].columns -%}
    {%- do known.append(name) -%}
{%- endfor -%}
{%- do parts.append(sqlmetrics.known_totals(plan, target, sample, known)) -%}
{%- if sqlmetrics.is_compared(dict(drawn, facts=facts), target) -%}
{%- do parts.append(sqlmetrics.counted_cells(drawn, dict(target, number=target.number ~ '_drawn'))) -%}
{%- do parts.append(sqlmetrics.compared_cells(drawn, target)) -%}
{%- do parts.append(sqlmetrics.classes(dict(drawn, facts=facts), target, '', ['n_x', 'total'])) -%}
{%- else -%}
{%- do parts.extend([sqlmetrics.counted_cells(drawn, target),
    sqlmetrics.classes(dict(drawn, facts=facts), target)]) -%}
{%- endif -%}
{%- endfor -%}
{%- for target in plan.targets if not target.attribute -%}
{%- do parts.extend([sqlmetrics.known_totals(plan, target, sample),
    sqlmetrics.identity(dict(drawn, facts=sqlmetrics.summed_facts(wanted[target.number], true).split()))]) -%}
{%- endfor -%}
{{ parts | join(',\n') }}
{%- endmacro %}
