{#-
How many bits of an original column the released column still tells: its whole entropy if it is
released unchanged.

symbol: I(X;X')
title: Mutual information with the original
plain: How many bits of a column the released one still tells. Nothing is lost where it is as large
    as the column's entropy.
formula: sum over x, x' of p(x,x') log2(p(x,x') / (p(x) p(x'))), x of the original and x' of the
    release of the same record; without a record id that of a recoding to one level of a hierarchy,
    H(X')
tex: I(X;X') = \sum_{x, x'} p(x,x') \log_2 \frac{p(x,x')}{p(x) \, p(x')}
order: 814
unit: bits
range: 0 or more
direction: higher is more useful
question: How much detail is lost?
targets: release
levels: table
aggregate: average
link: none
of: columns, records
needs: hierarchy
records: linked_pairs
varies: bins
undefined: records are not linked: name the record id, or recode all values to one level of a
    hierarchy
source: Shannon 1948; the distortion of a sanitized column, Sondeck et al. 2017
-#}
{%- macro column_mutual_information(linked=false) -%}
{%- if linked -%}
case when pairs_found > 0
    then case
        when pair_log_sum
            + {{ sqlmetrics.n_ln_n('case when pairs_found > 0 then pairs_found else 1 end') }} > left_log_sum
                + right_log_sum then (pair_log_sum - left_log_sum - right_log_sum
                    + {{ sqlmetrics.n_ln_n('case when pairs_found > 0 then pairs_found else 1 end') }})
                        / pairs_found / {{ sqlmetrics.ln_2() }} else 0 end end
{%- else -%}
case when unplaced = 0 and released_filled = filled and least_height = largest_height and filled > 0
    then ({{ sqlmetrics.n_ln_n('case when filled > 0 then filled else 1 end') }} - released_log_sum) / filled
        / {{ sqlmetrics.ln_2() }} end
{%- endif -%}
{%- endmacro %}
