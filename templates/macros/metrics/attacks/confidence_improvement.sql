{#-
How far an attack's claims are better than a statistical guess: 0 is no better, 1 is certain.

symbol: CI
title: Confidence improvement
plain: How much better an attack's claims are than guesses, from 0 for no better to 1 for certain.
    Below 0 they are worse than guesses.
formula: CI = (C - S) / (1 - S)
tex: \mathrm{CI} = \frac{C - S}{1 - S}
order: 702
unit: share
range: -inf to 1
direction: higher is riskier
question: What can an attack on the release claim, and is it true? (the GDA Score)
targets: attack
levels: table
aggregate: count
link: high
of: claims
undefined: no claim was made, or everybody has what was guessed
source: Francis 2019, the GDA Score
-#}
{%- macro confidence_improvement(part) -%}
{%- set improved = [] -%}
{%- for found in ['correct / claims', 'correct_low', 'correct_high'] -%}
{%- do improved.append('(' ~ found ~ ' - chance / claims) / (1 - chance / claims)') -%}
{%- endfor -%}
{%- set reasons = {'claims = 0': 'no claim was made',
    'chance >= claims': 'everybody has what was guessed'} -%}
{{ sqlmetrics.interval_measure(part, improved[0], reasons, improved[1], improved[2]) }}
{%- endmacro %}
