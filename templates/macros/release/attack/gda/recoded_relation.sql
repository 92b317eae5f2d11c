{#-
A relation with some of its columns recoded by partitions, as a table of FROM: claims from a release
that was recoded in the same way are checked against it. An item of `columns` has a name and a
recoding, or none. A value without a domain is NULL, as in `recoded`.
-#}
{%- macro recoded_relation(relation, columns) -%}
(
        select
            {%- for column in columns %}
            {{ sqlmetrics.recoded('source.' ~ sqlmetrics.quoted(column.name), column.recoding,
                'mapping_' ~ column.place) }} as {{ sqlmetrics.quoted(column.name) }}{{ ','
                if not loop.last }}
            {%- endfor %}
        from {{ relation }} source
        {%- for column in columns if column.recoding and column.recoding.kind == 'table' %}
        left join {{ sqlmetrics.mapping(column.recoding.pairs) }} mapping_{{ column.place }}
            on mapping_{{ column.place }}.value = {{ sqlmetrics.as_string('source.'
                ~ sqlmetrics.quoted(column.name)) }}
        {%- endfor %}
    )
{%- endmacro %}
