{#-
The extent of a count relation, with the columns of `extent`: its records, for each entry of
`complete` the records without NULL in its columns, the records with all marks of suppression, and
its individuals where they are told apart.

several      whether the relation has several attributes
individuals  whether it tells individuals apart
complete     list of {attribute, columns}: an attribute's number or none, and columns of
             the relation
suppressed   whether it tells suppressed records apart
-#}
{%- macro count_extent(relation, several, individuals, complete, suppressed) -%}
{%- set first = 'attribute = 1' if several else '1 = 1' -%}
select
    coalesce(sum(case when {{ first }} then records else 0 end), 0) as all_records,
    {%- for target in complete %}
    coalesce(sum(case when {{ 'attribute = ' ~ (target.attribute or 1) ~ ' and ' if several }}{% for column
        in target.columns %}{{ column }} is not null{{ ' and '
        if not loop.last }}{% endfor %} then records else 0 end), 0) as all_complete_{{ loop.index }},
    {%- endfor %}
    {{ 'coalesce(sum(case when suppressed = 1 and ' ~ first ~ ' then records else 0 end), 0)' if suppressed
        else 'null' }} as all_suppressed,
    {{ '(select count(*) from (select individual from ' ~ relation ~ ' group by individual) people)'
        if individuals
        else 'null' }} as individuals
from {{ relation }} counted
{%- endmacro %}
