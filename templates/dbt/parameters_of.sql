{#- The parameters that a metric is scored with: those that are given, else its defaults. -#}
{%- macro parameters_of(metric, given) -%}
{%- set found = {} -%}
{%- for name, default in metric.parameters.items() -%}{%- do found.update({name: given.get(name, default)}) -%}{%- endfor -%}
{%- do return(found) -%}
{%- endmacro %}
