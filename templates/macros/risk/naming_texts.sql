{#-
How many records of a relation have a text that names somebody by an identifier of the same record: a
word of the text begins with it, in capitals or small letters. Identifiers of fewer than three
characters name nobody. One row.

relation     the text of a FROM clause
texts        the columns of texts
identifiers  the columns of identifiers
-#}
{%- macro naming_texts(relation, texts, identifiers) -%}
{%- set columns = [] -%}
{%- set counts = [] -%}
{%- for identifier in identifiers -%}
{%- set name = sqlmetrics.as_string('source.' ~ sqlmetrics.quoted(identifier)) -%}
{%- do columns.append(["case when " ~ name ~ " like '___%' then lower(" ~ name ~ ') end as name_'
    ~ loop.index]) -%}
{%- endfor -%}
{%- for text in texts -%}
    {%- set words = namespace(text="coalesce(" ~ sqlmetrics.as_string('source.' ~ sqlmetrics.quoted(text))
        ~ ", '')") -%}
    {%- for mark in ['-', '(', '"', '/', ':', ','] -%}
    {%- set words.text = 'replace(' ~ words.text ~ ', ' ~ sqlmetrics.literal(mark) ~ ", ' ')" -%}
    {%- endfor -%}
    {%- set text = 'text_' ~ loop.index -%}
    {%- do columns.append(['lower(' ~ sqlmetrics.concat(["' '", words.text]) ~ ') as ' ~ text]) -%}
    {%- set found = [] -%}
    {%- for identifier in identifiers -%}
    {%- do found.append(sqlmetrics.begins_word(text, 'name_' ~ loop.index)) -%}
    {%- endfor -%}
    {%- do counts.append(['coalesce(' ~ sqlmetrics.count_where(found | join(' or ')) ~ ', 0) as ' ~ text]) -%}
{%- endfor -%}
select
    {{ sqlmetrics.listed_columns(counts, '    ') }}
from (
    select
        {{ sqlmetrics.listed_columns(columns) }}
    from {{ relation }} source
) worded
{%- endmacro -%}
