{#-
The discrimination rate beyond what chance gives: 0 is the average for an unrelated target in
classes of these sizes, 1 is full knowledge.

symbol: adjusted DR
title: Adjusted discrimination rate
short: Uncertainty taken away, beyond chance
plain: How much of the uncertainty the known columns take away beyond what chance shows in groups of
    these sizes. 0 or less is no more than chance, 1 is everything.
formula: (I - E[I]) / (H(X) - E[I]), E[I] the mean of I(X;Y) over all assignments with the same
    counts of values and of classes
tex: \mathrm{DR}_{\mathrm{adj}} = \frac{I(X;Y) - \mathrm{E}[I]}{H(X) - \mathrm{E}[I]}, \quad
    \mathrm{E}[I] \text{ the mean of } I \text{ by chance}
order: 40
unit: share
range: up to 1; 0 is chance
direction: higher is riskier
question: What does the table teach an attacker?
targets: sensitive
levels: table
aggregate: average
link: high
needs: expected_information
tradeoff: yes
request: yes
undefined: the target has a single value, or chance alone reaches its whole entropy
interval: entropies
source: Vinh, Epps and Bailey 2010, on the discrimination rate
-#}
{%- macro adjusted_discrimination_rate(level) -%}
{%- set gained = 'mutual_information - expected_information' -%}
case
            when target_entropy > 0 and target_entropy - expected_information > 1e-12 * target_entropy
            then case when abs({{ gained }}) > 1e-12 * target_entropy then {{ gained }}
                else 0 end / (target_entropy - expected_information)
        end
{%- endmacro %}
