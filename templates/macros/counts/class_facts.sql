{#-
A row per target and class with all facts of class-level metrics: class_size, class_values,
class_records, class_entropy H(X|Y=y) and weighted_entropy p(y) H(X|Y=y), both in bits, beside its
target's columns. `place` ranks a target's classes, riskiest first; those of the identity by their
individual risk where there are survey weights.
-#}
{%- macro class_facts(plan) -%}
{%- set of_target = ['target_number', 'target', 'partition_name'] -%}
{%- for fact in ['total', 'classes', 'cells', 'target_values', 'unmapped_records', 'target_entropy'] if 'of_metrics_' ~ fact in plan.facts -%}{%- do of_target.append(fact) -%}{%- endfor -%}
class_facts as (
    {%- for target in plan.targets %}
    select
        {{ of_target | join(', ') }},
        {%- if plan.named_keys %}
        {{ sqlmetrics.key_columns(plan) }},
        {%- endif %}
        {{ sqlmetrics.class_name(plan) if plan.show_values else sqlmetrics.as_string('null') }} as class_name,
        {{ sqlmetrics.as_double('class_size') }} as class_size, {{ sqlmetrics.as_double('class_values') ~ ' as class_values, ' if 'class_values' in plan.facts }}{{ 'class_records' if plan.individual is not none else 'class_size as class_records' }},
        {%- for name in plan.measures %}
        {{ name if name in target.measured else sqlmetrics.as_double('null') ~ ' as ' ~ name }},
        {%- endfor %}
        {%- if 'class_entropy' in plan.facts %}
        class_uncertainty / class_size / {{ sqlmetrics.ln_2() }} as class_entropy,
        {%- endif %}
        {%- if 'weighted_entropy' in plan.facts %}
        case when class_uncertainty / total / {{ sqlmetrics.ln_2() }} < target_entropy then class_uncertainty / total / {{ sqlmetrics.ln_2() }} else target_entropy end as weighted_entropy,
        {%- endif %}
        row_number() over (order by {{ 'class_individual_risk desc, ' if plan.weight is not none and not target.attribute }}class_uncertainty, {{ 'class_records' if plan.individual is not none else 'class_size' }}, {{ sqlmetrics.key_columns(plan) }}) as place
    from classes_{{ target.number }}
    cross join targets
    where target_number = {{ target.number }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
{%- endmacro %}
