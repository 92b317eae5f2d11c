{#-
An extreme of the classes, by the name that formulas of bounds have: least_size, least_values,
least_uncertainty (of n_y H(X|Y=y) in nats), least_mean_uncertainty (of H(X|Y=y)), or max_<measure>,
which is NULL where a class has none.
-#}
{%- macro class_extreme(name, entropy='class_entropy') -%}
{%- if name == 'least_size' -%}
{{ sqlmetrics.as_double('min(class_size)') }}
{%- elif name == 'least_values' -%}
{{ sqlmetrics.as_double('min(class_values)') }}
{%- elif name == 'least_uncertainty' -%}
min(class_size * {{ entropy }}) * {{ sqlmetrics.ln_2() }}
{%- elif name == 'least_mean_uncertainty' -%}
min({{ entropy }}) * {{ sqlmetrics.ln_2() }}
{%- else -%}
{%- set measure = name[4:] -%}
case when count({{ measure }}) = count(*) then max({{ measure }}) end
{%- endif -%}
{%- endmacro %}
