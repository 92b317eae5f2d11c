{#-
The granularity on a scale from 0, unchanged, to 1, suppressed.

symbol: NCP
title: Granularity, normalized
plain: How coarse a column became, from 0 for as it was to 1 for blanked out. Each value counts by
    how many possible values it stands for.
formula: (granularity - 1 / leaves) / (1 - 1 / leaves)
tex: \mathrm{NCP} = \frac{g - 1 / l}{1 - 1 / l}, \quad g \text{ the granularity, } l \text{ the
    leaves}
order: 812
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
    leaves the original does not have, or the hierarchy has a single leaf
source: Xu et al. 2006, normalized certainty penalty; ARX between its least and its largest value
-#}
{%- macro normalized_granularity() -%}
case when unplaced = 0 and released_filled <= filled
    then ((leaves_sum / leaves + (filled - released_filled)) / nullif(filled, 0) - 1 / leaves)
        / nullif(1 - 1 / leaves, 0) end
{%- endmacro %}
