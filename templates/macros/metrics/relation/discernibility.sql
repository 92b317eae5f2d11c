{#-
The sum, over the records, of the number of records from which each cannot be told apart: its class,
or the whole table for a suppressed record.

symbol: DM
title: Discernibility
short: Records that look alike, added up
plain: How many records each record looks like, added up over all records. The larger it is, the
    better people hide and the less detail is left.
formula: DM = sum over y of n_y^2 + suppressed x N, N with the suppressed records
tex: \mathrm{DM} = \sum_y n_y^2 + s N, \quad s \text{ the suppressed records}
order: 910
unit: pairs of records
range: N or more, up to N^2
direction: higher is safer
question: How much detail is lost?
targets: identity
levels: table
aggregate: count
link: weak
cells: sum class_squares
needs: hidden_records
request: yes
merging: table
source: Bayardo and Agrawal 2005; suppressed are the records that `suppressed` leaves out of the
    classes, kept ones are a class like others. Where individuals are counted, each is one per class
-#}
{%- macro discernibility(level) -%}
sum_class_squares + hidden_total * (total + hidden_total)
{%- endmacro %}
