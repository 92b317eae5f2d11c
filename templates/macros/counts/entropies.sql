{#-
The relation `targets` from its facts: entropies in bits from sums in nats. Rounding never makes
H(X|Y) exceed H(X), nor the least of the weighted entropies exceed their mean. `within` names a
column that tells apart tables measured together, with a comma behind it, or nothing.
-#}
{%- macro entropies(plan, within='') -%}
{%- set bits = sqlmetrics.ln_2() -%}
{%- set kept = ['records'] -%}
{%- set passed = ['records'] -%}
{%- for fact in ['total', 'classes', 'cells', 'target_values', 'unmapped_records', 'least_size', 'least_values'] -%}
{%- set named = 'of_metrics_' ~ fact in plan.facts -%}
{%- if named -%}{%- do kept.append(fact) -%}{%- endif -%}
{%- if named or fact == 'classes' and 'least_scaled_entropy' in plan.facts -%}{%- do passed.append(fact) -%}{%- endif -%}
{%- endfor -%}
{%- set scaled = [] -%}
{%- for fact in ['joint_entropy', 'least_weighted_entropy', 'least_scaled_entropy'] if fact in plan.facts -%}{%- do scaled.append(fact) -%}{%- endfor -%}
{%- set first = [] -%}
{%- for fact in ['target_entropy', 'gain', 'key_entropy'] if 'of_metrics_' ~ fact in plan.facts -%}{%- do first.append(fact) -%}{%- endfor -%}
{%- if 'joint_entropy' in plan.facts -%}{%- do first.append('key_entropy + conditional_entropy as joint_entropy') -%}{%- endif -%}
{%- for fact in ['conditional_entropy', 'least_class_entropy'] if 'of_metrics_' ~ fact in plan.facts -%}{%- do first.append(fact) -%}{%- endfor -%}
-- a row per target, in bits
{{ 'entropies' if scaled else 'targets' }} as (
    select
        {{ within }}target_number, target, partition_name, {{ passed | join(', ') }}
        {%- for column in plan.carried %},
        {{ column }}
        {%- endfor %}
        {%- if plan.expected %},
        expected_log_sum / total / {{ bits }} as expected_information
        {%- endif %}
        {%- if plan.hidden %},
        hidden_total
        {%- endif %}
        {%- for fact in ['worst_household_risk', 'household_reidentifications'] if plan.household is not none and fact in plan.facts %},
        {{ fact }}
        {%- endfor %}
        {%- if 'target_entropy' in plan.facts %},
        value_uncertainty / total / {{ bits }} as target_entropy
        {%- endif %}
        {%- if 'gain' in plan.facts %},
        gained / total / {{ bits }} as gain
        {%- endif %}
        {%- if 'key_entropy' in plan.facts %},
        case when key_uncertainty > 0 then key_uncertainty else 0 end / total / {{ bits }} as key_entropy
        {%- endif %}
        {%- if 'conditional_entropy' in plan.facts %},
        case when uncertainty < value_uncertainty then uncertainty else value_uncertainty end / total / {{ bits }} as conditional_entropy
        {%- endif %}
        {%- if 'least_weighted' in plan.facts %},
        least_weighted_uncertainty / total / {{ bits }} as least_weighted
        {%- endif %}
        {%- if 'least_class_entropy' in plan.facts %},
        least_uncertainty / {{ bits }} as least_class_entropy
        {%- endif %}
    from facts
)
{%- if scaled %},
-- a row per target, no entropy above one that bounds it
targets as (
    select
        {{ within }}target_number, target, partition_name, {{ kept | join(', ') }}
        {%- for column in plan.carried %},
        {{ column }}
        {%- endfor %}
        {%- if plan.expected %},
        expected_information
        {%- endif %}
        {%- if plan.hidden %},
        hidden_total
        {%- endif %}
        {%- for fact in ['worst_household_risk', 'household_reidentifications'] if plan.household is not none and fact in plan.facts %},
        {{ fact }}
        {%- endfor %}
        {{- ',\n        ' ~ (first | join(', ')) if first }}
        {%- if 'least_weighted_entropy' in plan.facts %},
        case when least_weighted < target_entropy then least_weighted else target_entropy end as least_weighted_entropy
        {%- endif %}
        {%- if 'least_scaled_entropy' in plan.facts %},
        case when least_weighted * classes < conditional_entropy then least_weighted * classes else conditional_entropy end as least_scaled_entropy
        {%- endif %}
    from entropies
)
{%- endif %}
{%- endmacro %}
