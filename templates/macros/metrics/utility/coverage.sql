{#-
The share of a column for which queries can still ask: the share of its values or, for a continuous
column, of its records.

symbol: coverage
title: Coverage
plain: The share of a column that can still be asked for. 1 means that nothing is lost but values of
    single people.
formula: values of two or more individuals that the release has / all such values of the original;
    of a continuous column min(1, its non-NULL records / the original's)
tex: \frac{|\{ x \text{ released} : n(x) \ge 2 \}|}{|\{ x : n(x) \ge 2 \}|}, \quad \text{of a
    continuous column } \min \left( 1, \frac{n'}{n} \right)
order: 800
unit: share
range: 0 to 1
direction: higher is more useful
question: What is a release still good for?
targets: release
levels: table
aggregate: count
link: none
of: columns
varies: form
undefined: no value of the original is one of two individuals
source: GDA Score, Francis 2018: values of a single individual are left out of both; a column that
    the release lacks is covered by 0
-#}
{%- macro coverage() -%}
case when form = 1 then {{ sqlmetrics.as_double('recovered_values') }} / nullif(known_values, 0)
    when released_filled < filled then released_filled / filled else filled / nullif(filled, 0) end
{%- endmacro %}
