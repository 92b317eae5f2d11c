{#-
How many times larger the classes are on average than a k-anonymous table needs them to be.

symbol: C_avg
title: Average class size
short: Average group against the size asked for
plain: How many times larger the groups are on average than they have to be. Near 1, little detail
    was given up beyond what k asks for.
formula: C_avg = N / (m k), N without the suppressed records; k is the one asked for, or the
    smallest class
tex: C_{\mathrm{avg}} = \frac{N}{m \, k}
order: 911
unit: ratio
range: 1 or more for the smallest class's k
direction: higher is safer
question: How much detail is lost?
targets: identity
levels: table
aggregate: average
link: weak
request: yes
parameters: k = achieved
source: LeFevre, DeWitt and Ramakrishnan 2006; with k = 1 it is the plain mean size N / m, which ARX
    reports under the same name
-#}
{%- macro average_class_size(level, parameters) -%}
total / (classes * {{ 'least_size' if parameters.k == 'achieved' else sqlmetrics.as_double(parameters.k) }})
{%- endmacro %}
