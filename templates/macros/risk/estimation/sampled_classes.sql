{#-
The classes of a sample as `classes_<t>` of each target, each counted whole, and `totals_<t>` with
what is known of the whole table. A class is compared with the whole table, not with the sample,
by cells that have their value's records beside them, as those of scores per class.

sample.threshold  the number below which the hash of a class in the sample is; none where
                  plan.counted has the counts of these classes alone
sample.value_counts     then, as text of a FROM clause, the counts of values of all records: attribute
                  where there are several, value_1.., records
sample.records    and by the number of each target the records that it counts
wanted            by the number of each target the sums of `class_sums`
-#}
{%- macro sampled_classes(plan, sample, wanted) -%}
{%- set drawn = dict(plan, level='class') if sample.threshold is none else dict(plan, relation='sampled_records', level='class') -%}
{%- set parts = [] -%}
{%- if sample.threshold is not none -%}{%- do parts.append(sqlmetrics.sampled_records(plan, sample.threshold)) -%}{%- endif -%}
{%- if not sqlmetrics.counts_classes(plan) -%}{%- do parts.append(sqlmetrics.counts(drawn)) -%}{%- endif -%}
{%- for target in plan.targets if target.attribute -%}
{%- set facts = sqlmetrics.summed_facts(wanted[target.number]).split() -%}
{%- do parts.append(sqlmetrics.known_totals(dict(plan, facts=facts), target, sample)) -%}
{%- if target.weighed -%}
{%- do parts.append(sqlmetrics.cells(drawn, dict(target, number=target.number ~ '_drawn'))) -%}
{%- do parts.append(sqlmetrics.compared_cells(plan, target)) -%}
{%- do parts.append(sqlmetrics.classes(dict(drawn, facts=facts), target, '', ['value_total', 'table_total'])) -%}
{%- else -%}
{%- do parts.extend([sqlmetrics.cells(drawn, target), sqlmetrics.classes(dict(drawn, facts=facts), target)]) -%}
{%- endif -%}
{%- endfor -%}
{%- for target in plan.targets if not target.attribute -%}
{%- do parts.extend([sqlmetrics.known_totals(plan, target, sample), sqlmetrics.identity(dict(drawn, facts=sqlmetrics.summed_facts(wanted[target.number]).split()))]) -%}
{%- endfor -%}
{{ parts | join(',\n') }}
{%- endmacro %}
