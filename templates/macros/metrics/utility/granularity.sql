{#-
The share of its domain that a released value stands for, on average: 1 over the number of the
domain's values if it is unchanged, 1 if it is suppressed.

symbol: granularity
title: Granularity (loss)
plain: The share of its column's possible values that a released value stands for, on average. 1
    means that every value was blanked out.
formula: the mean over the original's values of the leaves under the released value / all leaves of
    the hierarchy; suppressed, NULL or left out counts as 1
tex: \frac{1}{N} \sum_{i=1}^{N} \frac{\text{leaves under the released value of } i}{\text{leaves}}
order: 811
unit: share
range: above 0, up to 1
direction: higher is less useful
question: How much detail is lost?
targets: release
levels: table
aggregate: average
link: none
of: columns
needs: hierarchy
undefined: the release is no recoding of the original: it has more values than it, or some whose
    leaves the original does not have
source: Iyengar 2002; ARX
-#}
{%- macro granularity() -%}
case when unplaced = 0 and released_filled <= filled
    then (leaves_sum / leaves + (filled - released_filled)) / nullif(filled, 0) end
{%- endmacro %}
