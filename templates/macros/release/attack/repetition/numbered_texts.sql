{#-
The texts of a relation with a number for each record, as text of a FROM clause. Records of one text are
alike, so that it does not matter which of them has which number.
-#}
{%- macro numbered_texts(relation, text, number) -%}
{%- set own = 'source.' ~ sqlmetrics.quoted(text) -%}
(
        select
            {{ own }} as {{ sqlmetrics.quoted(text) }},
            row_number() over (order by {{ own }}) as {{ sqlmetrics.quoted(number) }}
        from {{ relation }} source
    )
{%- endmacro %}
