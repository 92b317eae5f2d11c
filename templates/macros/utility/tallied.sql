{#- The records of a relation by the groups of plan.groups, and with `individuals` whether two or more individuals are under them; see group_counts. -#}
{%- macro tallied(plan, relation, individuals) -%}{{ return(adapter.dispatch('tallied', 'sqlmetrics')(plan, relation, individuals)) }}{%- endmacro %}

{%- macro default__tallied(plan, relation, individuals) -%}
{%- set apart = individuals and plan.individual is not none and relation.number == 0 -%}
select
        {{ relation.number }} as place, group_number, {% for slot in plan.slots %}{{ '' if slot in relation.slots else 'null as ' }}code_{{ slot }}, {% endfor %}{{ sqlmetrics.count_records() }} as n
        {%- if individuals %}, {{ sqlmetrics.several_people(apart, relation) }} as several{% endif %}
    from (
            {{ sqlmetrics.coded_groups(plan, relation, [[sqlmetrics.individual_key(plan), 'individual']] if apart else []) }}
    ) input
    group by group_number{% for slot in relation.slots %}, code_{{ slot }}{% endfor %}
{%- endmacro %}

{#- Grouping sets keep each column as the file holds it, which DuckDB counts twice as fast as a column that is put together of several. -#}
{%- macro duckdb__tallied(plan, relation, individuals) -%}
{%- set apart = individuals and plan.individual is not none and relation.number == 0 -%}
{%- set groups = plan.groups | selectattr('number', 'in', relation.groups) | list -%}
{%- set columns = {} -%}
{%- for group in groups -%}{%- for column in group.columns -%}{%- do columns.update({column.number: column}) -%}{%- endfor -%}{%- endfor -%}
{%- set cells = [] -%}
{%- for number in columns -%}{%- do cells.append('cell_' ~ number) -%}{%- endfor -%}
select
        {{ relation.number }} as place, group_number,
        {%- for slot in plan.slots %}
        {% if slot in relation.slots %}case group_number{% for group in groups %}{% for column in group.columns if column.slot == slot %} when {{ group.number }} then cell_{{ column.number }}{% endfor %}{% endfor %} end{% else %}null{% endif %} as code_{{ slot }},
        {%- endfor %}
        n{{ ', several' if individuals }}
    from (
        select
            case{% for group in groups %} when {% for column in group.columns %}grouping(cell_{{ column.number }}) = 0{{ ' and ' if not loop.last }}{% endfor %} then {{ group.number }}{% endfor %} end as group_number,
            {{ cells | join(', ') }}, count(*) as n{% if individuals %}, {{ sqlmetrics.several_people(apart, relation) }} as several{% endif %}
        from (
            select
                {%- for column in columns.values() %}
                {{ sqlmetrics.column_code(column, column.bin, plan.suppressed if relation.number > 0 else none) }} as cell_{{ column.number }}{{ ',' if apart or not loop.last }}
                {%- endfor %}
                {%- if apart %}
                {{ sqlmetrics.individual_key(plan) }} as individual
                {%- endif %}
            from {{ relation.relation }} source
        ) input
        group by grouping sets ({% for group in groups %}({% for column in group.columns %}cell_{{ column.number }}{{ ', ' if not loop.last }}{% endfor %}){{ ', ' if not loop.last }}{% endfor %})
    ) grouped
{%- endmacro %}
