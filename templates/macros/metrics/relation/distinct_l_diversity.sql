{#-
The fewest distinct values of the sensitive attribute in any equivalence class.

symbol: l
title: Distinct l-diversity
also: l-diversity
short: Fewest different values in any group
plain: The fewest different sensitive values in any group. 1 means that everybody in some group has
    the same value.
formula: l = min over y of the number of distinct x in y
tex: l = \min\limits_y |\{ x : n_y(x) > 0 \}|
class: the number of distinct x in y
order: 90
unit: values
range: 1 or more
direction: higher is safer
question: What does belonging to a group give away?
targets: sensitive
levels: table, class
aggregate: worst
link: medium
people: the same; 1 where all the people of a class have a value
people_cells: min class_open_values
merging: any class
source: Machanavajjhala et al. 2007
bound: least_values
worst: 1
-#}
{%- macro distinct_l_diversity(level, people=false) -%}
{{ ('class_open_values' if level == 'class' else 'min_class_open_values') if people else 'class_values'
    if level == 'class' else 'least_values' }}
{%- endmacro %}
