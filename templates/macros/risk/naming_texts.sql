{#-
How many records of a relation have a text that names somebody by an identifier of the same record: a
word of the text begins with it, in capitals or small letters. Identifiers of fewer than three
characters name nobody. One row.

relation     the text of a FROM clause
texts        the columns of texts
identifiers  the columns of identifiers
-#}
{%- macro naming_texts(relation, texts, identifiers) -%}
select
{%- for text in texts %}
    {%- set words = namespace(text="coalesce(" ~ sqlmetrics.as_string('source.' ~ sqlmetrics.quoted(text))
        ~ ", '')") -%}
    {%- for mark in ['-', '(', '"', '/', ':', ','] -%}
    {%- set words.text = 'replace(' ~ words.text ~ ', ' ~ sqlmetrics.literal(mark) ~ ", ' ')" -%}
    {%- endfor -%}
    {%- set whole = 'lower(' ~ sqlmetrics.concat(["' '", words.text]) ~ ')' -%}
    {%- set found = [] -%}
    {%- for identifier in identifiers -%}
    {%- set name = sqlmetrics.as_string('source.' ~ sqlmetrics.quoted(identifier)) -%}
    {%- do found.append('(' ~ name ~ " like '___%' and replace(" ~ whole ~ ', lower('
        ~ sqlmetrics.concat(["' '", name]) ~ "), '') <> " ~ whole ~ ')') -%}
    {%- endfor %}
    coalesce({{ sqlmetrics.count_where(found | join(' or ')) }}, 0) as text_{{ loop.index }}{{ ','
        if not loop.last }}
{%- endfor %}
from {{ relation }} source
{%- endmacro -%}
