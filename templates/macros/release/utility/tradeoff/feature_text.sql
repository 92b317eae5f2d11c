{#- The value of the feature of a row, picked by the feature's number; 0 stands for all records. -#}
{%- macro feature_text(experiment, cells) -%}
case features.feature when 0 then {{ sqlmetrics.literal('all') }}{% for column in experiment.columns
    if column.number != experiment.target.number %}
        when {{ column.number }} then {{ cells }}.v_{{ column.number }}{% endfor %} end
{%- endmacro %}
