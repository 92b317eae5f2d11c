{#- Claims as a query: each has its number, what it knows as k1, k2, .. and what it guesses as g1, g2, .., typed for comparison. -#}
{%- macro claim_list(known, guess, rows) -%}
{%- set columns = known + guess -%}
{%- set names = sqlmetrics.claim_columns(known, guess).split(', ') if columns else [] -%}
    select
        {{ sqlmetrics.as_integer('claim_text') }} as claim
        {%- for column in columns %},
        {{ sqlmetrics.claimed(names[loop.index0] ~ '_text', column.kind) }} as {{ names[loop.index0] }}
        {%- endfor %}
    from {{ sqlmetrics.listed_rows(['claim_text'] + ((names | join('_text,') ~ '_text').split(',') if names else []), rows) }}
{%- endmacro %}
