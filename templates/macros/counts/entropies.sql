{#-
The relation `targets` from its facts: entropies in bits from sums in nats. Rounding never makes
H(X|Y) exceed H(X), nor the least of the weighted entropies exceed their mean. `within` names a
column that tells apart tables measured together, with a comma behind it, or nothing.
-#}
{%- macro entropies(plan, within='') -%}
{%- set bits = sqlmetrics.ln_2() -%}
{%- set whole = '(total * ' ~ sqlmetrics.ln('total') ~ ' - value_log_sum)' -%}
entropies as (
    select
        {{ within }}target_number, target, partition_name, records, total, classes, cells, target_values, unmapped_records, least_size, least_values,
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
        {{ within }}target_number, target, partition_name, records, total, classes, cells, target_values, unmapped_records, least_size, least_values,
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
