{#-
The most records of a class that can lie in classes whose A_diff is at most `limit`: it is their
distance from the table.
-#}
{%- macro most_a_diff(parameters) -%}
{{ sqlmetrics.most_t_closeness_equal(parameters) }}
{%- endmacro %}
