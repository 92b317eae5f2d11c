{#- One of plan.metrics, from its entry of the catalogue and the parameters that are given; people are `told_apart` where an
individual is named, unless the attacker knows `whole` traces. -#}
{%- macro metric_plan(metric, given, told_apart, whole=false) -%}
{%- set parameters = sqlmetrics.parameters_of(metric, given) -%}
{%- set undefined = namespace(text=metric.undefined or 'it cannot be computed') -%}
{%- set texts = [] -%}
{%- for name, value in parameters.items() -%}
{%- set undefined.text = undefined.text | replace('{' ~ name ~ '}', value) -%}
{%- do texts.append(name | replace('_', ' ') ~ '=' ~ value) -%}
{%- endfor -%}
{%- if whole -%}{%- do texts.append('known=all') -%}{%- endif -%}
{%- do return({
    'name': metric.name,
    'unit': {'e': 'nats', '2': 'bits'}[parameters.log_base] if 'log_base' in parameters else metric.unit,
    'direction': metric.direction,
    'targets': metric.targets,
    'undefined': undefined.text,
    'of_people': true if told_apart and metric.people_cells else false,
    'parameters': parameters,
    'parameter_text': texts | join(', ') or none,
}) -%}
{%- endmacro %}
