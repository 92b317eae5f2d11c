{#-
The rows of a relation with its quasi-identifiers on their levels.

columns  list of column: {column, number, recoding, root, text, floating}; the mark stands for a
    column that is left out (root), unless these are not in the rows, and `text` makes a text of its
    values
rooted   whether columns that are left out are in the rows
indent   the blanks before each line but the first
-#}
{%- macro recoded_rows(relation, columns, mark, rooted, indent='') -%}
select
    {%- for column in columns if rooted or not column.root %}
    {%- set source = 'source.' ~ sqlmetrics.quoted(column.column) %}
    {%- set value = sqlmetrics.recoded(source, column.recoding, 'mapping_' ~ column.number) %}
{{ indent }}    {{ sqlmetrics.literal(mark) if column.root
    else sqlmetrics.released_text(value, column.floating and not column.recoding) if column.text else value }}
    {{- ' as ' ~ sqlmetrics.quoted(column.column) if column.root or column.text or column.recoding }}{{ ','
        if not loop.last }}
    {%- endfor %}
{{ indent }}from {{ relation }} source
{%- for column in columns if column.recoding and column.recoding.kind == 'table' %}
{{ indent }}left join {{ sqlmetrics.mapping(column.recoding.pairs) }} mapping_{{ column.number }}
    on mapping_{{ column.number }}.value = {{ sqlmetrics.as_string('source.'
        ~ sqlmetrics.quoted(column.column)) }}
{%- endfor %}
{%- endmacro %}
