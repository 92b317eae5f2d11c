{#- Whether a group has two or more individuals: by the column `individual` where they are told `apart`, or by records; never asked of a release. -#}
{%- macro several_people(apart, relation) -%}
{%- if relation.number > 0 -%}
0
{%- elif apart -%}
case when min(individual) <> max(individual) or (count(individual) > 0 and count(individual) < count(*)) then 1 else 0 end
{%- else -%}
case when count(*) > 1 then 1 else 0 end
{%- endif -%}
{%- endmacro %}
