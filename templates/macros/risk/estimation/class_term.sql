{#-
A number of a class that estimates sum over the classes, by its name among the TERMS of
`risk/estimation/sums.py`, as a double. `parameters` are the parameters of the metrics that need it.
-#}
{%- macro class_term(name, parameters, entropy='class_entropy') -%}
{%- set size = sqlmetrics.as_double('class_size') -%}
{%- set uncertainty = 'class_size * ' ~ entropy ~ ' * ' ~ sqlmetrics.ln_2() -%}
{%- if name == 'records' -%}
{{ size }}
{%- elif name == 'classes' -%}
{{ sqlmetrics.as_double('1') }}
{%- elif name == 'alone' -%}
case when class_size = 1 then {{ sqlmetrics.as_double('1') }} else 0 end
{%- elif name == 'at_risk' -%}
case when 1 / {{ size }} > {{ sqlmetrics.as_double(parameters.threshold) }} then {{ size }} else 0 end
{%- elif name == 'pairs' -%}
{{ size }} * {{ sqlmetrics.as_double('class_size - 1') }}
{%- elif name == 'uncertainty' -%}
{{ uncertainty }}
{%- elif name == 'corrected_uncertainty' -%}
{{ uncertainty }} + {{ sqlmetrics.as_double('class_values - 1') }} / 2
{%- elif name == 'cell_logs' -%}
{{ sqlmetrics.n_ln_n('class_size') }} - {{ uncertainty }}
{%- elif name == 'guessed' -%}
class_largest
{%- elif name == 'moved' -%}
{{ size }} * class_distance
{%- elif name == 'value_uncertainty' -%}
class_value_logs
{%- endif -%}
{%- endmacro %}
