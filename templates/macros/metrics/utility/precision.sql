{#-
How far up its hierarchy a value is released, on average: 0 unchanged, 1 suppressed.

symbol: loss of precision
title: Precision (generalization intensity)
plain: How far up its hierarchy a column was recoded, on average. 0 means as it was, 1 that every
    value was blanked out.
formula: the mean over the original's values of level / height; suppressed, NULL or left out counts
    as 1
tex: \frac{1}{N} \sum_{i=1}^{N} \frac{\mathrm{level}(x'_i)}{\mathrm{height}}
order: 810
unit: share
range: 0 to 1
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
source: Sweeney 2002, whose Prec is one minus this; ARX calls it generalization intensity
-#}
{%- macro precision() -%}
case when unplaced = 0 and released_filled <= filled
    then (height_sum + (filled - released_filled) * height) / nullif(filled * height, 0) end
{%- endmacro %}
