{#-
A relation of an attack under names of our own, the only read of it: its keys as original_1.. or released_1.., in general_1.. recoded as a
release has them, value_1.., `suppressed`, and the record id, with `partner` beside it, which no join
turns into anything but NULL. `unmapped` is 1 where a key has a value that its recoding has no domain for.
-#}
{%- macro attack_input(side, prefix, suppressed) -%}
{%- set columns = [] -%}
{%- set joins = [] -%}
{%- set lost = [] -%}
{%- for key in side.relation_keys -%}
{%- set column = 'source.' ~ sqlmetrics.quoted(key.column) -%}
{%- if prefix != 'external' -%}
{%- do columns.append(sqlmetrics.group_key(column) ~ ' as ' ~ prefix ~ '_' ~ loop.index) -%}
{%- endif -%}
{%- if side.general -%}
{%- set recoded = sqlmetrics.recoded(column, key.recoding, 'mapping_' ~ loop.index) -%}
{%- do columns.append(sqlmetrics.group_key(recoded) ~ ' as general_' ~ loop.index) -%}
{%- if key.recoding and key.recoding.unmapped == 'error' -%}
{%- do lost.append('(' ~ column ~ ' is not null and ' ~ recoded ~ ' is null)') -%}
{%- endif -%}
{%- if key.recoding and key.recoding.kind == 'table' -%}
{%- do joins.append(sqlmetrics.mapping(key.recoding.pairs) ~ ' mapping_' ~ loop.index ~ ' on mapping_' ~ loop.index ~ '.value = ' ~ sqlmetrics.as_string(column)) -%}
{%- endif -%}
{%- endif -%}
{%- endfor -%}
{%- if side.general -%}
{%- do columns.append(('case when ' ~ (lost | join(' or ')) ~ ' then 1 else 0 end' if lost else '0') ~ ' as unmapped') -%}
{%- endif -%}
{%- for attribute in side.attributes -%}
{%- do columns.append(sqlmetrics.group_key('source.' ~ sqlmetrics.quoted(attribute)) ~ ' as value_' ~ loop.index) -%}
{%- endfor -%}
{%- if suppressed -%}
{%- do columns.append('case when ' ~ sqlmetrics.all_marked(suppressed) ~ ' then 1 else 0 end as suppressed') -%}
{%- endif -%}
{%- if side.record_id is not none -%}
{%- do columns.append(sqlmetrics.group_key('source.' ~ sqlmetrics.quoted(side.record_id)) ~ ' as record_id') -%}
{%- if prefix == 'original' -%}{%- do columns.append(sqlmetrics.as_string("'1'") ~ ' as partner') -%}{%- endif -%}
{%- endif -%}
select
        {{ columns | join(',\n        ') }}
    from {{ side.relation }} source
    {%- for join in joins %}
    left join {{ join }}
    {%- endfor %}
{%- endmacro %}
