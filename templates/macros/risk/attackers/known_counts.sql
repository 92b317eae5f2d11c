{#-
The counts of a plan, as `counting` has them, rolled up from the counts `whole` of more keys, which
is text of a FROM clause. `places` are the numbers that the plan's keys have there. Where these were
counted by sets of keys, `known_set` is the number of the plan's own, which needs no rolling up.
-#}
{%- macro known_counts(plan, whole, places, known_set=none) -%}
{%- set rolled = known_set is none -%}
{%- set columns = ['attribute'] if plan.attributes | length > 1 else [] -%}
{%- set columns = columns + (['individual'] if plan.individual is not none else []) -%}
{%- set grouped = [] -%}
{%- set selected = [] -%}
{%- for column in columns -%}
{%- do grouped.append('of_all.' ~ column) -%}
{%- do selected.append('of_all.' ~ column) -%}
{%- endfor -%}
{%- for key in plan.quasi_identifiers -%}
{%- do grouped.append('of_all.key_' ~ places[loop.index0]) -%}
{%- do selected.append('of_all.key_' ~ places[loop.index0] ~ ' as key_' ~ key.number) -%}
{%- endfor -%}
{%- for attribute in plan.attributes -%}
{%- do grouped.append('of_all.value_' ~ loop.index) -%}
{%- do selected.append('of_all.value_' ~ loop.index) -%}
{%- endfor -%}
{%- if sqlmetrics.lost_keys(plan) -%}
    {%- do selected.append(sqlmetrics.as_integer('sum(of_all.unmapped)') ~ ' as unmapped' if rolled
        else 'of_all.unmapped') -%}
{%- endif -%}
{%- do selected.append(sqlmetrics.as_integer('sum(of_all.records)') ~ ' as records' if rolled
    else 'of_all.records') -%}
select {{ selected | join(', ') }}
    from {{ whole }} of_all
    {{ 'group by ' ~ (grouped | join(', ')) if rolled else 'where of_all.known_set = ' ~ known_set }}
{%- endmacro %}
