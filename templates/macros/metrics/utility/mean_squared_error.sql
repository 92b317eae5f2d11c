{#-
How far a number is released from the original one of the same record, squared, on average.

symbol: MSE
title: Mean squared error
formula: the mean over linked records with both numbers of (x - x')^2
order: 815
unit: the column's unit, squared
range: 0 or more
direction: higher is less useful
question: How much detail is lost?
targets: release
levels: table
of: records
needs: number
records: linked_numbers
undefined: no linked record has a number in both
source: the distortion of a sanitized number, Sondeck et al. 2017
-#}
{%- macro mean_squared_error() -%}
case when both_found > 0 then square_sum / both_found end
{%- endmacro %}
