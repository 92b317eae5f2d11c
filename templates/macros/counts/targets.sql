{#-
A row per target with all facts of table-level metrics; entropies are in bits.

The columns are records, total (the number that distributions count: records, or individuals with
their keys and values), classes, cells, target_values; target_entropy H(X), key_entropy H(Y),
joint_entropy H(X,Y), conditional_entropy H(X|Y); and the least over the classes of p(y) H(X|Y=y)
(least_weighted_entropy; times the number of classes: least_scaled_entropy), of H(X|Y=y)
(least_class_entropy), of the size and of the values.

Tables measured together, which the column of `within` tells apart, have one row each, and `subsets`
has the values of the column. `moving` says that a target's own distribution differs between them,
and `lost` names the relation of the records that partitions leave out, where it is not
unmapped_keys.
-#}
{%- macro targets(plan, within='', moving=false, lost=none) -%}
{%- set unmapped = lost or ('unmapped_keys' if sqlmetrics.lost_keys(plan) else none) -%}
{%- set derived = [] -%}
{%- for fact in ['expected_information', 'gain', 'target_entropy', 'key_entropy', 'conditional_entropy', 'least_weighted', 'least_class_entropy'] if fact in plan.facts -%}{%- do derived.append(fact) -%}{%- endfor -%}
{%- set sums = [] -%}
{%- set facts = [('total', none), ('classes', none), ('cells', none), ('uncertainty', 'conditional_entropy'), ('key_uncertainty', 'key_entropy'), ('least_size', none), ('least_values', none), ('least_weighted_uncertainty', none), ('least_uncertainty', none)] -%}
{%- for fact, read in facts if fact in plan.facts and (read is none or read in plan.facts) -%}{%- do sums.append(fact) -%}{%- endfor -%}
-- a row per target{{ ' and table' if within }}
{{ 'facts' if derived else 'targets' }} as (
    {%- for target in plan.targets %}
    {%- set own = target.attribute or plan.individual is not none %}
    {%- set compared = sqlmetrics.is_compared(plan, target, within) %}
    {%- set last = [] %}
    {%- if 'target_values' in plan.facts %}{% do last.append(sqlmetrics.as_double('target_values') ~ ' as target_values' if own else 'total as target_values') %}{% endif %}
    {%- set whole = 'value_uncertainty' if own else 'total * ' ~ sqlmetrics.ln('total') %}
    {%- if 'target_entropy' in plan.facts or 'conditional_entropy' in plan.facts %}{% do last.append('value_uncertainty' if own else whole ~ ' as value_uncertainty') %}{% endif %}
    {%- if 'gain' in plan.facts %}{% do last.append(sqlmetrics.gained(whole, 'key_uncertainty' if not own else 'compared_gain' if compared else 'class_gains' if sqlmetrics.sums_gain(plan, target, within) else none, compared) ~ ' as gained') %}{% endif %}
    select
        {{ within }}{{ sqlmetrics.constant(target.number, 'coalesce(records, 0)' if within else 'records') }} as target_number, {{ sqlmetrics.literal(target.name) }} as target,
        {{ sqlmetrics.partition_name(target) }} as partition_name,
        {{ 'coalesce(records, 0) as records' if within else 'records' }}{{ ', ' ~ (sums | join(', ')) if sums }}
        {%- for column in plan.carried %},
        {{ sqlmetrics.compared_column(column, target) if compared and column in target.carried else column if column in target.carried else sqlmetrics.as_double('null') ~ ' as ' ~ column }}
        {%- endfor %}
        {%- if plan.expected %},
        expected_log_sum
        {%- endif %}
        {%- if plan.hidden %},
        {{ 'hidden_total' if plan.suppressed else sqlmetrics.as_double('0') ~ ' as hidden_total' }}
        {%- endif %}
        {%- for fact in ['worst_household_risk', 'household_reidentifications'] if plan.household is not none and fact in plan.facts %},
        {{ fact }}
        {%- endfor %}
        {{- ',\n        ' ~ (last | join(', ')) if last }}
        {%- if 'unmapped_records' in plan.facts %},
        {{ 'coalesce(unmapped, 0)' if unmapped else '0' }}{{ ' + coalesce(target_unmapped, 0)' if target.recoding and target.recoding.unmapped == 'error' }} as unmapped_records
        {%- endif %}
    from {{ 'subsets\n    left join sums_' ~ target.number ~ ' on sums_of = ' ~ within[:-2] if within else 'sums_' ~ target.number }}
    {%- if not sqlmetrics.has_spectrum(plan, target) %}
    {%- elif own and moving %}
    left join spectrum_{{ target.number }} on spectrum_of = {{ within[:-2] }}
    {%- elif own %} cross join spectrum_{{ target.number }}{% endif %}
    {%- if compared %} cross join comparisons_{{ target.number }}{% endif %}
    {%- if unmapped %} cross join {{ unmapped }}{% endif %}
    {%- if plan.hidden and plan.suppressed %} cross join hidden{% endif %}
    {%- if plan.household is not none %} cross join households{% endif %}
    {%- if plan.expected %} left join expectations on expected_number = {{ target.number }}{% endif %}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
{%- if derived %},
{{ sqlmetrics.entropies(plan, within) }}
{%- endif %}
{%- endmacro %}
