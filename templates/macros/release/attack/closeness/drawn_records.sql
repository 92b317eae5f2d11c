{#-
A query of records of a relation, all of them or `size` drawn at random: their number as `unit`, and
the columns as v1, v2, .., measured. Records are numbered in the order of their values, so that the same
ones are drawn on every engine. With a column of individuals, these are drawn, with all their
records; `unit` is then the number of the individual.
-#}
{%- macro drawn_records(relation, columns, individual, seed, size) -%}
{%- set measured -%}
{%- for column in columns %}{{ sqlmetrics.measured_value('source.' ~ sqlmetrics.quoted(column.name),
    column.kind) }} as v{{ column.place }}{{ ', ' if not loop.last }}{% endfor -%}
{%- endset -%}
{%- if individual is none -%}
{%- set query -%}
select row_number() over (order by {{ sqlmetrics.value_order(columns) }}) as unit,
{{ measured }} from {{ relation }} source
{%- endset -%}
{%- if size is none -%}
    {{ query }}
{%- else %}
    select unit{% for column in columns %}, v{{ column.place }}{% endfor %}
    from (
{{ sqlmetrics.drawn('(' ~ query ~ ')', 'unit', seed) }}
    ) drawn
    order by draw, unit
    {{ sqlmetrics.row_limit(size) }}
{%- endif -%}
{%- else -%}
{%- set person = sqlmetrics.group_key(sqlmetrics.as_string('source.' ~ sqlmetrics.quoted(individual))) -%}
{%- set query -%}
select row_number() over (order by {{ sqlmetrics.byte_order('person') }}) as unit,
person from (select {{ person }} as person from {{ relation }} source group by {{ person }}) people
{%- endset -%}
    select drawn_people.unit{% for column in columns %}, own.v{{ column.place }}{% endfor %}
    from (
        {%- if size is none %}
        {{ query }}
        {%- else %}
        select unit, person
        from (
{{ sqlmetrics.drawn('(' ~ query ~ ')', 'unit', seed) }}
        ) drawn
        order by draw, unit
        {{ sqlmetrics.row_limit(size) }}
        {%- endif %}
    ) drawn_people
    join (select {{ person }} as person, {{ measured }} from {{ relation }} source) own
        on own.person = drawn_people.person
{%- endif -%}
{%- endmacro %}
