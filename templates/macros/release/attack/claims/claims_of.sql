{#-
The claims that the rows of a query make, as `checked_claims` takes them: the query's columns of the
given names, compared as their kinds.
-#}
{%- macro claims_of(query, known, guess, known_names, guess_names) -%}
    select
        row_number() over (order by {{ (known_names + guess_names) | join(', ') }}) as claim
        {%- for column in known %},
        {{ sqlmetrics.comparable(known_names[loop.index0], column.kind) }} as k{{ loop.index }}
        {%- endfor %}
        {%- for column in guess %},
        {{ sqlmetrics.comparable(guess_names[loop.index0], column.kind) }} as g{{ loop.index }}
        {%- endfor %}
    from (
{{ query }}
    ) drawn_claims
{%- endmacro %}
