{#-
How far a class's distribution of the sensitive attribute is from the table's at most, all values equally far apart.

symbol: t
title: t-closeness, equal distance
formula: t = max over y of 1/2 sum over x of |p(x|y) - p(x)|
class: 1/2 sum over x of |p(x|y) - p(x)|
order: 80
unit: share
range: 0 to 1
direction: higher is riskier
targets: sensitive
levels: table, class
cells: max
needs: weighed
source: Li, Li and Venkatasubramanian 2007
-#}
{%- macro t_closeness_equal(level) -%}
{%- if level == 'cells' -%}
(1 + sum(abs(n / class_total - value_total / table_total) - value_total / table_total)) / 2
{%- else -%}
{{ 'table_' if level == 'table' }}t_closeness_equal
{%- endif -%}
{%- endmacro %}
