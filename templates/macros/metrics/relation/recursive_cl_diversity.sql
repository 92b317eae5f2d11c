{#-
How much the most frequent value of a class outweighs the values that are left once the l - 1 most
frequent are ruled out.

symbol: recursive c
title: Recursive (c,l)-diversity, c
short: Most frequent value against the rare ones
plain: How far the most frequent value of a group outweighs its rare ones. Infinite means that some
    group has fewer values than l asks for.
formula: c = max over y of r_1 / (r_l + .. + r_m), r_1 >= .. >= r_m the counts of the values in y:
    (c',l)-diverse for every c' above c
tex: c = \max\limits_y \frac{r_1}{r_l + \dots + r_m}, \quad r_1 \ge \dots \ge r_m \text{ the counts
    of the values in } y
class: r_1 / (r_l + .. + r_m)
order: 94
unit: ratio
range: above 0
direction: higher is riskier
question: What does belonging to a group give away?
targets: sensitive
levels: table, class
aggregate: worst
link: medium
cells: max class_recursion
parameters: l = 3
undefined: infinite: a class with fewer than l={l} values satisfies no c
merging: passing classes
source: Machanavajjhala et al. 2007; 3 is the least l that rules a value out besides the most
    frequent
bound: max_class_recursion
-#}
{%- macro recursive_cl_diversity(level, parameters) -%}
{{ 'max_' if level == 'table' }}class_recursion
{%- endmacro %}
