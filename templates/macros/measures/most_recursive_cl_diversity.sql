{#-
The most records of a class that can lie in classes whose recursive c is at most `limit`; DuckDB
only.

Each of them keeps c, so together they do: sums of the largest counts are subadditive, and tails add
up to at least as much. Their tail is at most the class's, T, since it is the least that l - 1
values leave; so none of the class's l - 1 most frequent values has more than c T of their records,
and the rest of them are at most T. Least of these sums is that with some first values held to c T.
-#}
{%- macro most_recursive_cl_diversity(parameters) -%}
{%- set l = parameters.l | int -%}
{%- set c = (parameters.limit | float) * (1 + 1e-9) + 1e-9 -%}
{%- set bounds = [] -%}
{%- for capped in [1, 2, l - 1] | unique if capped < l -%}
{%- do bounds.append('sum(case when place >= ' ~ l ~ ' then n * '
    ~ sqlmetrics.double_literal((1 + capped * c) | string)
    ~ (' when place > ' ~ capped ~ ' then n' if capped < l - 1) ~ ' else 0 end)') -%}
{%- endfor -%}
{{ bounds[0] if bounds | length == 1 else 'least(' ~ (bounds | join(', ')) ~ ')' }}
{%- endmacro %}
