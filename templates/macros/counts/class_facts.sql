{#-
A row per target and class with all facts of class-level metrics: class_size, class_values,
class_records, class_entropy H(X|Y=y) and weighted_entropy p(y) H(X|Y=y), both in bits, beside its
target's columns. `place` ranks a target's classes, riskiest first; those of the identity by their
individual risk where there are survey weights. With named keys a class has these in place of its
name, its records and its place.
-#}
{%- macro class_facts(plan) -%}
{%- set of_target = ['target_number'] if plan.named_keys else ['target_number', 'target', 'partition_name'] -%}
{%- for fact in ['classes', 'cells', 'target_values', 'unmapped_records', 'target_entropy'] if 'of_metrics_' ~ fact in plan.facts -%}{%- do of_target.append(fact) -%}{%- endfor -%}
{%- set bits = sqlmetrics.ln_2() -%}
{%- set records = 'class_records' if plan.individual is not none else 'class_size' -%}
-- a row per target and class
class_facts as (
    {%- for target in plan.targets %}
    {%- set sizes = [] %}
    {%- if 'of_metrics_class_size' in plan.facts %}{% do sizes.append(sqlmetrics.as_double('class_size') ~ ' as class_size') %}{% endif %}
    {%- if 'class_values' in plan.facts %}{% do sizes.append(sqlmetrics.as_double('class_values') ~ ' as class_values') %}{% endif %}
    {%- if not plan.named_keys %}{% do sizes.append(records if plan.individual is not none else 'class_size as class_records') %}{% endif %}
    {%- set facts = [of_target | join(', '), sqlmetrics.key_columns(plan) if plan.named_keys else (sqlmetrics.class_name(plan) if plan.show_values else sqlmetrics.as_string('null')) ~ ' as class_name'] %}
    {%- if sizes %}{% do facts.append(sizes | join(', ')) %}{% endif %}
    {%- for name in plan.measures %}{% do facts.append(name if name in target.measured else sqlmetrics.as_double('null') ~ ' as ' ~ name) %}{% endfor %}
    {%- if 'class_entropy' in plan.facts %}{% do facts.append('class_uncertainty / class_size / ' ~ bits ~ ' as class_entropy') %}{% endif %}
    {%- if 'weighted_entropy' in plan.facts %}
    {%- set weighted = 'class_uncertainty / total / ' ~ bits %}
    {%- do facts.append('case when ' ~ weighted ~ ' < target_entropy then ' ~ weighted ~ ' else target_entropy end as weighted_entropy') %}
    {%- endif %}
    {%- if not plan.named_keys %}
    {%- set risk = 'class_individual_risk desc, ' if plan.weight is not none and not target.attribute else '' %}
    {%- do facts.append('row_number() over (order by ' ~ risk ~ 'class_uncertainty, ' ~ records ~ ', ' ~ sqlmetrics.key_columns(plan) ~ ') as place') %}
    {%- endif %}
    select
        {{ facts | join(',\n        ') }}
    from classes_{{ target.number }}
    cross join targets
    where target_number = {{ target.number }}
    {{- '\n    union all' if not loop.last }}
    {%- endfor %}
)
{%- endmacro %}
