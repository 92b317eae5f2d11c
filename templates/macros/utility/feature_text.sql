{#- The value of the feature of a row, picked by the feature's number. -#}
{%- macro feature_text(experiment, cells) -%}
case features.feature{% for column in experiment.columns if column.number != experiment.target.number %} when {{ column.number }} then {{ cells }}.v_{{ column.number }}{% endfor %} end
{%- endmacro %}
