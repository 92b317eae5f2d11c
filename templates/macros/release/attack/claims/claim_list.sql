{#-
Claims as a query: the number of a claim, of several relations the `side` that it is about, its
known values as k1, k2, .. and its guessed values as g1, g2, .., typed for comparison.
-#}
{%- macro claim_list(known, guess, rows, sides=[]) -%}
{%- set columns = known + guess -%}
{%- set names = sqlmetrics.claim_columns(known, guess).split(', ') if columns else [] -%}
    select
        {{ sqlmetrics.as_integer('claim_text') }} as claim
        {%- if sides %},
        {{ sqlmetrics.as_integer('side_text') }} as side
        {%- endif %}
        {%- for column in columns %},
        {{ sqlmetrics.claimed(names[loop.index0] ~ '_text', column.kind) }} as {{ names[loop.index0] }}
        {%- endfor %}
    from {{ sqlmetrics.listed_rows(((['claim'] + sides + names) | join('_text,') ~ '_text').split(','),
        rows) }}
{%- endmacro %}
