{#-
The share of a column's information, in bits, that recoding took away: a value is uncertain among
the values that its released value stands for, weighted by their frequencies.

symbol: NUE
title: Non-uniform entropy
plain: The share of a column's information that recoding took away. 0 means none, 1 all of it.
formula: sum over the original's values of -log2(n(value) / n(released value)) over the same with
    all suppressed, n the original's records of a value, or under it; suppressed, NULL or left out
    is n = N
tex: \frac{\sum_i - \log_2 (n(x_i) / n(x'_i))}{\sum_i - \log_2 (n(x_i) / N)}
order: 813
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
    leaves the original does not have, or the column has a single value
source: de Waal and Willenborg 1999; Gionis and Tassa 2009; ARX, whose reports show one minus this
-#}
{%- macro non_uniform_entropy() -%}
case when unplaced = 0 and released_filled <= filled and empty_nodes = 0
    then (node_log_sum
        + (filled - released_filled) * {{ sqlmetrics.ln('case when filled > 0 then filled else 1 end') }}
            - filled_log_sum)
                / nullif(filled * {{ sqlmetrics.ln('case when filled > 0 then filled else 1 end') }}
                    - filled_log_sum, 0) end
{%- endmacro %}
