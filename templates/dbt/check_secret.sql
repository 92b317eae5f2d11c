{#- Fails where a person has several values of the only attribute of a plan, which the database counts. -#}
{%- macro check_secret(plan) -%}
{%- set several = run_query(sqlmetrics.event_several(plan)).columns[0].values()[0] -%}
{%- if several -%}
{%- do sqlmetrics.fail(several ~ " people have several values of '" ~ plan.targets[0].name ~ "', and known is about one value of each person; name another column as sensitive, or make one value of each person in a model") -%}
{%- endif -%}
{%- endmacro %}
