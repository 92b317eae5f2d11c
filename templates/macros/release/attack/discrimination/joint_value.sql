{#-
The value of a cell of `attack_joint`, of whichever attribute, as a text; NULL where there is none.
-#}
{%- macro joint_value(view, several) -%}
{%- set valued = view.attributes | selectattr('number') | list -%}
{%- if not valued -%}
{{ sqlmetrics.as_string('null') }}
{%- elif not several -%}
{{ sqlmetrics.as_string('value_1') }}
{%- else -%}
case target_number{% for attribute
    in valued %} when {{ attribute.number }} then {{ sqlmetrics.as_string('value_'
    ~ attribute.number) }}{% endfor %} end
{%- endif -%}
{%- endmacro %}
