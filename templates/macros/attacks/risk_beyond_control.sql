{#-
How far the claims are truer of the people in the original than of others: what their being in it costs them.

symbol: R
title: Risk beyond the population at large
formula: R = (A - B) / (1 - B), A and B the Wilson centres of the confidence and of that of the control group; errors propagated
order: 709
unit: share
range: -inf to 1
direction: higher is riskier
question: What can an attack on the release claim, and is it true? (the GDA Score)
targets: attack
levels: table
undefined: no claim was made, or no control group was given
source: Giomi et al. 2023
-#}
{%- macro risk_beyond_control(part) -%}
{%- if part == 'value' -%}
case when claims > 0 and control_claims > 0 then ({{ sqlmetrics.wilson_centre('correct', 'claims') }} - {{ sqlmetrics.wilson_centre('control_correct', 'control_claims') }}) / (1 - {{ sqlmetrics.wilson_centre('control_correct', 'control_claims') }}) end
{%- elif part == 'reason' -%}
case when claims = 0 then 'no claim was made' when control_claims = 0 then 'no control group was given' end
{%- elif part == 'low' -%}
case when claims > 0 and control_claims > 0 then ({{ sqlmetrics.wilson_centre('correct', 'claims') }} - {{ sqlmetrics.wilson_centre('control_correct', 'control_claims') }}) / (1 - {{ sqlmetrics.wilson_centre('control_correct', 'control_claims') }}) - sqrt(({{ sqlmetrics.wilson_error('correct', 'claims') }} / (1 - {{ sqlmetrics.wilson_centre('control_correct', 'control_claims') }})) * ({{ sqlmetrics.wilson_error('correct', 'claims') }} / (1 - {{ sqlmetrics.wilson_centre('control_correct', 'control_claims') }})) + ({{ sqlmetrics.wilson_error('control_correct', 'control_claims') }} * ({{ sqlmetrics.wilson_centre('correct', 'claims') }} - 1) / ((1 - {{ sqlmetrics.wilson_centre('control_correct', 'control_claims') }}) * (1 - {{ sqlmetrics.wilson_centre('control_correct', 'control_claims') }}))) * ({{ sqlmetrics.wilson_error('control_correct', 'control_claims') }} * ({{ sqlmetrics.wilson_centre('correct', 'claims') }} - 1) / ((1 - {{ sqlmetrics.wilson_centre('control_correct', 'control_claims') }}) * (1 - {{ sqlmetrics.wilson_centre('control_correct', 'control_claims') }})))) end
{%- else -%}
case when claims > 0 and control_claims > 0 then ({{ sqlmetrics.wilson_centre('correct', 'claims') }} - {{ sqlmetrics.wilson_centre('control_correct', 'control_claims') }}) / (1 - {{ sqlmetrics.wilson_centre('control_correct', 'control_claims') }}) + sqrt(({{ sqlmetrics.wilson_error('correct', 'claims') }} / (1 - {{ sqlmetrics.wilson_centre('control_correct', 'control_claims') }})) * ({{ sqlmetrics.wilson_error('correct', 'claims') }} / (1 - {{ sqlmetrics.wilson_centre('control_correct', 'control_claims') }})) + ({{ sqlmetrics.wilson_error('control_correct', 'control_claims') }} * ({{ sqlmetrics.wilson_centre('correct', 'claims') }} - 1) / ((1 - {{ sqlmetrics.wilson_centre('control_correct', 'control_claims') }}) * (1 - {{ sqlmetrics.wilson_centre('control_correct', 'control_claims') }}))) * ({{ sqlmetrics.wilson_error('control_correct', 'control_claims') }} * ({{ sqlmetrics.wilson_centre('correct', 'claims') }} - 1) / ((1 - {{ sqlmetrics.wilson_centre('control_correct', 'control_claims') }}) * (1 - {{ sqlmetrics.wilson_centre('control_correct', 'control_claims') }})))) end
{%- endif -%}
{%- endmacro %}
