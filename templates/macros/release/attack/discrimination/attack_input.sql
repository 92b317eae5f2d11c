{#-
A relation of an attack under names of our own, the only read of it: its keys as original_1.. or
released_1.., in general_1.. recoded as a release has them and in raw_1.. what such a recoding was
given, value_1.., `suppressed`, `individual` where people are told apart, and the record id, with
`partner` beside it, which no join turns into anything but NULL.
-#}
{%- macro attack_input(side, prefix) -%}
{%- set columns = [] -%}
{%- set joins = [] -%}
{%- for key in side.relation_keys -%}
{%- set column = 'source.' ~ sqlmetrics.quoted(key.column) -%}
{%- if prefix != 'external' -%}
{%- do columns.append(sqlmetrics.group_key(column) ~ ' as ' ~ prefix ~ '_' ~ loop.index) -%}
{%- endif -%}
{%- if side.general -%}
{%- do columns.append(sqlmetrics.group_key(sqlmetrics.recoded(column, key.recoding, 'mapping_' ~ loop.index))
    ~ ' as general_' ~ loop.index) -%}
{%- if key.recoding and key.recoding.unmapped == 'error' -%}
{%- do columns.append(column ~ ' as raw_' ~ loop.index) -%}
{%- endif -%}
{%- if key.recoding and key.recoding.kind == 'table' -%}
{%- do joins.append(sqlmetrics.mapping(key.recoding.pairs) ~ ' mapping_' ~ loop.index ~ ' on mapping_'
    ~ loop.index ~ '.value = ' ~ sqlmetrics.as_string(column)) -%}
{%- endif -%}
{%- endif -%}
{%- endfor -%}
{%- for attribute in side.attributes -%}
{%- do columns.append(sqlmetrics.group_key('source.' ~ sqlmetrics.quoted(attribute)) ~ ' as value_'
    ~ loop.index) -%}
{%- endfor -%}
{%- if side.suppressed -%}
{%- do columns.append('case when ' ~ sqlmetrics.all_marked(side.suppressed)
    ~ ' then 1 else 0 end as suppressed') -%}
{%- endif -%}
{%- if side.individual is not none -%}
{%- do columns.append(sqlmetrics.group_key('source.' ~ sqlmetrics.quoted(side.individual))
    ~ ' as individual') -%}
{%- endif -%}
{%- if side.record_id is not none -%}
{%- do columns.append(sqlmetrics.group_key('source.' ~ sqlmetrics.quoted(side.record_id))
    ~ ' as record_id') -%}
{%- if prefix == 'original' -%}
    {%- do columns.append(sqlmetrics.as_string("'1'") ~ ' as partner') -%}
{%- endif -%}
{%- endif -%}
select
            {{ columns | join(',\n            ') }}
        from {{ side.relation }} source
        {%- for join in joins %}
        left join {{ join }}
        {%- endfor %}
{%- endmacro %}
