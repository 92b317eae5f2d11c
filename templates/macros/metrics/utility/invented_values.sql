{#-
How many values a column of the release has that the original never had; they are no loss of
coverage, but no answer either.

symbol: invented
title: Invented values
plain: How many values of a released column never occur in the original. 0 means that nothing was
    made up.
formula: distinct values of the release that are not in the original
tex: |\{ x' \text{ released} : n(x') = 0 \}|
order: 801
unit: values
range: 0 or more
direction: higher is less useful
question: What is a release still good for?
targets: release
levels: table
aggregate: count
link: none
of: columns
source: GDA Score, Francis 2018, as its utility scores count them
-#}
{%- macro invented_values() -%}
{{ sqlmetrics.as_double('unknown_values') }}
{%- endmacro %}
