{#-
The query of counted_groups for groups of one column each, all of them from one read: a grouping set
per column; `grouping` says to which one a row belongs.
-#}
{%- macro column_sets(plan, relation, aggregates) -%}
{%- set groups = plan.groups | selectattr('number', 'in', relation.groups) | list -%}
{%- set mark = plan.suppressed if relation.number > 0 else none -%}
select
            case
                {%- for group in groups %}
                when grouping(value_{{ group.number }}) = 0 then {{ group.number }}
                {%- endfor %}
            end as group_number,
            {%- for slot in relation.slots %}
            case
                {%- for group in groups if group.columns[0].slot == slot %}
                when grouping(value_{{ group.number }}) = 0 then value_{{ group.number }}
                {%- endfor %}
            end as code_{{ slot }},
            {%- endfor %}
            {{ aggregates | join(', ') }}
        from (
            select
                {%- for group in groups %}
                {{ sqlmetrics.column_code(group.columns[0], group.columns[0].bin,
                    mark) }} as value_{{ group.number }}{{ ',' if not loop.last }}
                {%- endfor %}
                {%- if relation.counts_individuals %},
                {{ sqlmetrics.individual_key(plan) }} as individual
                {%- endif %}
            from {{ relation.relation }} source
        ) input
        group by grouping sets ({% for group in groups %}(value_{{ group.number }}){{ ', '
            if not loop.last }}{% endfor %})
{%- endmacro %}
