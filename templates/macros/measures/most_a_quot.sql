{#-
The most records of a class that can lie in classes whose A_quot is at most `limit`: it is their
delta-disclosure.
-#}
{%- macro most_a_quot(parameters) -%}
{{ sqlmetrics.most_delta_disclosure(parameters) }}
{%- endmacro %}
