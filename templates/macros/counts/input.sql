{#-
The relation's rows under the columns of a statement: keys and sensitive attributes, and the
individual. `suppressed` is 1 where all keys have their mark of suppression and such records are left
out. Quasi-identifiers are recoded here; raw_1.. keeps the values before a partition that may leave
some out, so that these are counted where they are `checked`. The columns in `kept` are kept_1.., as
they are. With a `target` its partition recodes the only attribute, and raw_value is what it was.
Of a grid with neighbours a record has a row for its own cell and for each one beside it.
-#}
{%- macro input(plan, relation, attributes, kept=[], checked=true, target=none) -%}
{%- set columns = [] -%}
{%- for column in kept -%}
{%- do columns.append('source.' ~ sqlmetrics.quoted(column) ~ ' as kept_' ~ loop.index) -%}
{%- endfor -%}
{%- set joins = [] -%}
{%- set nearby = [] -%}
{%- for key in plan.quasi_identifiers -%}
{%- set column = 'source.' ~ sqlmetrics.quoted(key.column) -%}
{%- set alias = 'mapping_' ~ loop.index -%}
{%- set beside = 'beside_' ~ loop.index if key.recoding and key.recoding.kind == 'grid'
    and key.recoding.grid.neighbours else none -%}
{%- do columns.append(sqlmetrics.group_key(sqlmetrics.recoded(column, key.recoding, alias,
    beside ~ '.shift' if beside else none)) ~ ' as ' ~ sqlmetrics.key_name(key)) -%}
{%- if beside -%}
{%- do nearby.append(sqlmetrics.number_rows(['shift'], [[-1], [0], [1]]) ~ ' ' ~ beside) -%}
{%- endif -%}
{%- if checked and key.recoding and key.recoding.unmapped == 'error' -%}
{%- do columns.append(column ~ ' as raw_' ~ loop.index) -%}
{%- endif -%}
{%- if key.recoding and key.recoding.kind == 'table' -%}
{%- do joins.append(sqlmetrics.mapping(key.recoding.pairs) ~ ' ' ~ alias ~ ' on ' ~ alias ~ '.value = '
    ~ sqlmetrics.as_string(column)) -%}
{%- endif -%}
{%- endfor -%}
{%- for attribute in attributes -%}
{%- set column = 'source.' ~ sqlmetrics.quoted(attribute) -%}
{%- set recoding = target.recoding if target else none -%}
{%- do columns.append(sqlmetrics.group_key(sqlmetrics.recoded(column, recoding, 'mapping_0')) ~ ' as '
    ~ sqlmetrics.value_name(plan, loop.index)) -%}
{%- if recoding and recoding.unmapped == 'error' -%}
{%- do columns.append(column ~ ' as raw_value') -%}
{%- endif -%}
{%- if recoding and recoding.kind == 'table' -%}
{%- do joins.append(sqlmetrics.mapping(recoding.pairs) ~ ' mapping_0 on mapping_0.value = '
    ~ sqlmetrics.as_string(column)) -%}
{%- endif -%}
{%- endfor -%}
{%- if plan.suppressed -%}
{%- do columns.append('case when ' ~ sqlmetrics.all_marked(plan.suppressed)
    ~ ' then 1 else 0 end as suppressed') -%}
{%- endif -%}
{%- if plan.individual is not none -%}
{%- do columns.append(sqlmetrics.group_key('source.' ~ sqlmetrics.quoted(plan.individual))
    ~ ' as individual') -%}
{%- endif -%}
select
            {{ columns | join(',\n            ') }}
        from {{ relation }} source
        {%- for shifts in nearby %}
        cross join {{ shifts }}
        {%- endfor %}
        {%- for join in joins %}
        left join {{ join }}
        {%- endfor %}
{%- endmacro %}
