{#-
The share of the release's records with every key suppressed, which no attack is measured on.

symbol: suppressed
title: Suppressed records
plain: The share of the released records in which every known column is blanked out. No attack is
    measured on them.
formula: n suppressed / n
tex: \frac{n_{\mathrm{suppressed}}}{n}
order: 1040
unit: share
range: 0 to 1
direction: higher is safer
question: What do the five attacks reach?
targets: attack
levels: table
aggregate: count
link: weak
of: views
attacks: none suppressed
needs: combined
source: Sweeney 2002
-#}
{%- macro suppressed_records(level) -%}
linked
{%- endmacro %}
