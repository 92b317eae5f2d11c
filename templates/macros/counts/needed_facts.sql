{#-
The facts that the metrics of a statement need, with blanks between them: columns of classes, sums
and `targets` that are left out where they are not in it. A fact that follows from others needs
these; `of_metrics_<fact>` is one that a metric names itself. Without metrics it is every fact.

metrics   list of {name, parameters}, or none
unmapped  whether a partition may leave values without a domain
numbered  whether the number of classes is a column of the result
-#}
{%- macro needed_facts(metrics, level, unmapped, numbered=false) -%}
{%- set every = [
    'class_values', 'class_uncertainty', 'total', 'classes', 'cells', 'uncertainty', 'key_uncertainty', 'least_size',
    'least_values', 'least_weighted_uncertainty', 'least_uncertainty', 'target_values', 'value_uncertainty',
    'unmapped_records', 'target_entropy', 'key_entropy', 'conditional_entropy', 'joint_entropy', 'least_weighted',
    'least_class_entropy', 'least_weighted_entropy', 'least_scaled_entropy', 'expected_information', 'class_entropy',
    'weighted_entropy', 'class_size', 'worst_household_risk', 'household_reidentifications', 'gain',
] -%}
{%- set parts = [
    ('class_entropy', ['class_uncertainty']),
    ('weighted_entropy', ['class_uncertainty', 'total', 'target_entropy']),
    ('gain', ['uncertainty', 'value_uncertainty', 'total']),
    ('joint_entropy', ['key_entropy', 'conditional_entropy']),
    ('least_scaled_entropy', ['least_weighted', 'classes', 'conditional_entropy']),
    ('least_weighted_entropy', ['least_weighted', 'target_entropy']),
    ('least_weighted', ['least_weighted_uncertainty', 'total']),
    ('least_class_entropy', ['least_uncertainty']),
    ('conditional_entropy', ['uncertainty', 'value_uncertainty', 'total']),
    ('key_entropy', ['key_uncertainty', 'total']),
    ('target_entropy', ['value_uncertainty', 'total']),
    ('expected_information', ['total']),
    ('uncertainty', ['class_uncertainty']),
    ('least_weighted_uncertainty', ['class_uncertainty']),
    ('least_uncertainty', ['class_uncertainty']),
    ('cells', ['class_values']),
    ('least_values', ['class_values']),
] -%}
{%- if metrics is none -%}
{{ every | join(' ') }}{% for fact in every %} of_metrics_{{ fact }}{% endfor %}
{%- else -%}
{%- set expressions = [] -%}
{%- for metric in metrics -%}
{%- do expressions.append(sqlmetrics[metric.name](level, metric.parameters) if metric.parameters else sqlmetrics[metric.name](level)) -%}
{%- endfor -%}
{%- set text = namespace(read=expressions | join(' ')) -%}
{%- for mark in '()*/+-<>=,' -%}{%- set text.read = text.read | replace(mark, ' ') -%}{%- endfor -%}
{%- set words = text.read.split() -%}
{%- if level == 'class' -%}{%- do words.append('class_uncertainty') -%}{%- endif -%}
{%- if unmapped -%}{%- do words.append('unmapped_records') -%}{%- endif -%}
{%- if numbered -%}{%- do words.append('classes') -%}{%- endif -%}
{%- if 'weighted_entropy' in words -%}{%- do words.extend(['total', 'target_entropy']) -%}{%- endif -%}
{%- set named = words | list -%}
{%- for fact, needed in parts if fact in words -%}{%- do words.extend(needed) -%}{%- endfor -%}
{%- set facts = [] -%}
{%- for fact in every if fact in words -%}{%- do facts.append(fact) -%}{%- endfor -%}
{%- for fact in every if fact in named -%}{%- do facts.append('of_metrics_' ~ fact) -%}{%- endfor -%}
{{ facts | join(' ') }}
{%- endif -%}
{%- endmacro %}
