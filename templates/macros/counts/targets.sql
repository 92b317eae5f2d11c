{#-
One row per target with all that a table-level metric is made of; entropies in bits.

records, total (what the distributions count: records, or individuals with their keys and values), classes, cells, target_values;
target_entropy H(X), key_entropy H(Y), joint_entropy H(X,Y), conditional_entropy H(X|Y); the least over the classes of p(y) H(X|Y=y)
(least_weighted_entropy; times the number of classes: least_scaled_entropy), of H(X|Y=y) (least_class_entropy), of the size and of the
values. Rounding never makes H(X|Y) exceed H(X), nor the least of the weighted entropies their mean.
-#}
{%- macro targets(plan) -%}
{%- set lost = sqlmetrics.lost_keys(plan) -%}
{%- set bits = sqlmetrics.ln_2() -%}
{%- set whole = '(total * ' ~ sqlmetrics.ln('total') ~ ' - value_log_sum)' -%}
facts as (
    {%- for target in plan.targets %}
    {%- set own = target.attribute or plan.individual is not none %}
    select
        {{ sqlmetrics.constant(target.number, 'records') }} as target_number, {{ sqlmetrics.literal(target.name) }} as target,
        {{ sqlmetrics.literal(target.recoding.name) if target.recoding else sqlmetrics.as_string('null') }} as partition_name,
        records, total, classes, cells, uncertainty, class_log_sum, least_size, least_values, least_weighted_uncertainty, least_uncertainty,
        {%- for column in plan.carried %}
        {{ column if column in target.carried else sqlmetrics.as_double('null') ~ ' as ' ~ column }},
        {%- endfor %}
        {%- if plan.expected %}
        expected_log_sum,
        {%- endif %}
        {%- if plan.hidden %}
        {{ 'hidden_total' if plan.suppressed else sqlmetrics.as_double('0') ~ ' as hidden_total' }},
        {%- endif %}
        {{ sqlmetrics.as_double('target_values') ~ ' as target_values' if own else 'total as target_values' }}, {{ 'value_log_sum' if own else sqlmetrics.as_double('0') ~ ' as value_log_sum' }},
        {{ 'coalesce(unmapped, 0)' if lost else '0' }}{{ ' + coalesce(target_unmapped, 0)' if target.recoding and target.recoding.unmapped == 'error' }} as unmapped_records
    from sums_{{ target.number }}
    {%- if own %} cross join spectrum_{{ target.number }}{% endif %}
    {%- if lost %} cross join unmapped_keys{% endif %}
    {%- if plan.hidden and plan.suppressed %} cross join hidden{% endif %}
    {%- if plan.expected %} left join expectations on expected_number = {{ target.number }}{% endif %}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
),
entropies as (
    select
        target_number, target, partition_name, records, total, classes, cells, target_values, unmapped_records, least_size, least_values,
        {%- for column in plan.carried %}
        {{ column }},
        {%- endfor %}
        {%- if plan.expected %}
        expected_log_sum / total / {{ bits }} as expected_information,
        {%- endif %}
        {%- if plan.hidden %}
        hidden_total,
        {%- endif %}
        {{ whole }} / total / {{ bits }} as target_entropy,
        case when class_log_sum < total * {{ sqlmetrics.ln('total') }} then total * {{ sqlmetrics.ln('total') }} - class_log_sum else 0 end / total / {{ bits }} as key_entropy,
        case when uncertainty < {{ whole }} then uncertainty else {{ whole }} end / total / {{ bits }} as conditional_entropy,
        least_weighted_uncertainty / total / {{ bits }} as least_weighted,
        least_uncertainty / {{ bits }} as least_class_entropy
    from facts
),
targets as (
    select
        target_number, target, partition_name, records, total, classes, cells, target_values, unmapped_records, least_size, least_values,
        {%- for column in plan.carried %}
        {{ column }},
        {%- endfor %}
        {%- if plan.expected %}
        expected_information,
        {%- endif %}
        {%- if plan.hidden %}
        hidden_total,
        {%- endif %}
        target_entropy, key_entropy, key_entropy + conditional_entropy as joint_entropy, conditional_entropy, least_class_entropy,
        case when least_weighted < target_entropy then least_weighted else target_entropy end as least_weighted_entropy,
        case when least_weighted * classes < conditional_entropy then least_weighted * classes else conditional_entropy end as least_scaled_entropy
    from entropies
)
{%- endmacro %}
