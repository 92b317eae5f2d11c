{#-
The facts that the metrics of a statement need, with blanks between them: columns of classes and of
`targets` that are left out where they are not in it. A fact that follows from others needs these.
Without metrics it is every fact.

metrics   list of {name, parameters}, or none
unmapped  whether a partition may leave values without a domain
numbered  whether the number of classes is a column of the result
ranked    whether the classes of an attribute are ranked by what they leave open
-#}
{%- macro needed_facts(metrics, level, unmapped, numbered=false, ranked=false) -%}
{%- set parts = [
    ('weighted_entropy', ['class_share', 'class_entropy']),
    ('least_weighted_entropy', ['class_share', 'class_entropy']),
    ('joint_entropy', ['class_share', 'class_entropy']),
    ('conditional_entropy', ['class_share', 'class_entropy']),
    ('target_entropy', ['class_share', 'class_entropy', 'class_gain']),
    ('mutual_information', ['class_share', 'class_gain']),
    ('key_entropy', ['class_share']),
    ('expected_information', ['total']),
    ('least_class_entropy', ['class_entropy']),
    ('cells', ['class_values']),
    ('least_values', ['class_values']),
    ('class_entropy', []), ('class_gain', []), ('class_share', []), ('class_values', []),
    ('total', []), ('classes', []), ('least_size', []), ('largest_size', []), ('target_values', []),
    ('largest_share', []),
    ('unmapped_records', []), ('worst_household_risk', []), ('household_reidentifications', []),
    ('household_people', []),
] -%}
{%- set words = [] -%}
{%- if metrics is not none -%}
{%- set expressions = [] -%}
{%- for metric in metrics -%}
{%- do expressions.append(sqlmetrics.expression(metric, level)) -%}
{%- endfor -%}
{%- set words = sqlmetrics.words(expressions | join(' ')).split() -%}
{%- for word in words if word[:11] == 'mean_class_' -%}{%- do words.append('class_share') -%}{%- endfor -%}
{%- if ranked -%}{%- do words.extend(['class_entropy', 'class_share']) -%}{%- endif -%}
{%- if unmapped -%}{%- do words.append('unmapped_records') -%}{%- endif -%}
{%- if numbered -%}{%- do words.append('classes') -%}{%- endif -%}
{%- for fact, needed in parts if fact in words -%}{%- do words.extend(needed) -%}{%- endfor -%}
{%- endif -%}
{%- for fact, _ in parts if metrics is none or fact in words %}{{ fact }} {% endfor -%}
{%- endmacro %}
