{#-
The mean squared difference between released numbers and the original ones of the same records.

symbol: MSE
title: Mean squared error
plain: How far released numbers are from the original ones of the same records, squared, on average.
    0 means that no number was changed; large changes count most.
formula: the mean over linked records with both numbers of (x - x')^2
tex: \mathrm{MSE} = \frac{1}{n} \sum_{i=1}^{n} (x_i - x'_i)^2
order: 815
unit: the column's unit, squared
range: 0 or more
direction: higher is less useful
question: How much detail is lost?
targets: release
levels: table
aggregate: average
link: none
of: records
needs: number
records: linked_numbers
undefined: no linked record has a number in both
source: the distortion of a sanitized number, Sondeck et al. 2017
-#}
{%- macro mean_squared_error() -%}
case when both_found > 0 then square_sum / both_found end
{%- endmacro %}
