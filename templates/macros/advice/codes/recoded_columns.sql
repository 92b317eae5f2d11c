{#-
A relation's columns, and beside them some of them recoded, as the text of a FROM clause.

columns  the names of the columns that are kept
recoded  list of {name, column, recoding}
-#}
{%- macro recoded_columns(relation, columns, recoded) -%}
(
    select
        {%- for column in columns %}
        source.{{ sqlmetrics.quoted(column) }},
        {%- endfor %}
        {%- for entry in recoded %}
        {{ sqlmetrics.recoded('source.' ~ sqlmetrics.quoted(entry.column), entry.recoding,
            'mapping_' ~ loop.index) }} as {{ sqlmetrics.quoted(entry.name) }}{{ ',' if not loop.last }}
        {%- endfor %}
    from {{ relation }} source
    {%- for entry in recoded %}
    {%- if entry.recoding.kind == 'table' %}
    left join {{ sqlmetrics.mapping(entry.recoding.pairs) }} mapping_{{ loop.index }}
        on mapping_{{ loop.index }}.value = {{ sqlmetrics.as_string('source.'
            ~ sqlmetrics.quoted(entry.column)) }}
    {%- endif %}
    {%- endfor %}
)
{%- endmacro %}
