{#-
The share of the release's records on which the attack is measured: the records with a partner in
the original or in the external table.

symbol: linked
title: Linked records
plain: The share of the released records that can be joined with the original or with a list of
    people. The attacks are measured on these alone.
formula: n linked / n
tex: \frac{n_{\mathrm{linked}}}{n}
order: 1030
unit: share
range: 0 to 1
direction: higher is riskier
question: What do the five attacks reach?
targets: attack
levels: table
aggregate: count
link: high
of: views
attacks: identity_white_box white_link, identity_grey_box grey
needs: combined
source: Sondeck, Laurent and Frey 2017
-#}
{%- macro linked_records(level) -%}
linked
{%- endmacro %}
