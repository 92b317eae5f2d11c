{#-
How much more often the claims are true of the people in the original than of others: the risk that
comes from being in it.

symbol: R
title: Risk beyond the population at large
plain: How much truer an attack's claims are of the people in the data than of others. 0 means that
    being in the data costs nothing; the nearer to 1, the more it does.
formula: R = (A - B) / (1 - B), A and B the Wilson centres of the confidence and of that of the
    control group, errors propagated; singling out by a control group of m < n people: A of m of the
    original's n people, and n/m (A - B) / (1 - B), at most 1
tex: R = \frac{A - B}{1 - B}, \quad A, B \text{ the Wilson centres of } C \text{ and }
    C_{\mathrm{control}}
order: 709
unit: share
range: -inf to 1
direction: higher is riskier
question: What can an attack on the release claim, and is it true? (the GDA Score)
targets: attack
levels: table
aggregate: count
link: high
of: claims
needs: control
undefined: no claim was made, or nothing is claimed of the control group
source: Giomi et al. 2023; the chance of isolating: Cohen and Nissim 2020
-#}
{%- macro risk_beyond_control(part) -%}
{#-
`ratio` and `error` become the columns risk and risk_error of `measured_attacks`, from which the
other parts are.
-#}
{%- set others -%}(1 - control_correct_centre){%- endset -%}
{%- set spread -%}control_correct_error * (1 - thinned_correct_centre) / {{ others }}{%- endset -%}
{%- if part == 'ratio' -%}
stretch * (thinned_correct_centre - control_correct_centre) / {{ others }}
{%- elif part == 'error' -%}
stretch * sqrt(thinned_correct_error * thinned_correct_error + {{ spread }} * {{ spread }}) / {{ others }}
{%- else -%}
{%- set capped = [] -%}
{%- for found in ['risk', 'risk - risk_error', 'risk + risk_error'] -%}
{%- do capped.append('case when ' ~ found ~ ' > 1 then ' ~ sqlmetrics.as_double('1') ~ ' else ' ~ found
    ~ ' end') -%}
{%- endfor -%}
{%- set reasons = {'claims = 0': 'no claim was made',
    'control_claims = 0': 'nothing is claimed of the control group'} -%}
{{ sqlmetrics.interval_measure(part, capped[0], reasons, capped[1], capped[2]) }}
{%- endif -%}
{%- endmacro %}
