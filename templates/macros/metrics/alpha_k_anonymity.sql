{#-
The surest guess of a sensitive value that any class allows: the share of its most frequent value. The k beside it is k-anonymity's.

symbol: alpha
title: (alpha,k)-anonymity, alpha
formula: alpha = max over y, x of p(x|y)
class: max over x of p(x|y)
order: 70
unit: probability
range: 0 to 1
direction: higher is riskier
targets: sensitive
levels: table, class
cells: max
source: Wong et al. 2006
-#}
{%- macro alpha_k_anonymity(level) -%}
{%- if level == 'cells' -%}
{{ sqlmetrics.as_double('max(n)') }} / {{ sqlmetrics.as_double('sum(n)') }}
{%- else -%}
{{ 'table_' if level == 'table' }}alpha_k_anonymity
{%- endif -%}
{%- endmacro %}
