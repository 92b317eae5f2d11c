{#-
A query of some of a relation's records, drawn at random: their number as `record`, and the columns
as v1, v2, ..
-#}
{%- macro sampled(relation, columns, seed, size) -%}
{%- set names -%}record{%- for column in columns %}, v{{ loop.index }}{% endfor -%}{%- endset -%}
{%- set query -%}
select {{ sqlmetrics.numbering(columns) }} as record{% for column
    in columns %}, {{ sqlmetrics.claim_value(column) }} as v{{ loop.index }}{% endfor %}
        from {{ relation }} source
{%- endset -%}
    select {{ names }}
    from (
{{ sqlmetrics.drawn('(' ~ query ~ ')', 'record', seed) }}
    ) drawn
    order by draw, record
    {{ sqlmetrics.row_limit(size) }}
{%- endmacro %}
