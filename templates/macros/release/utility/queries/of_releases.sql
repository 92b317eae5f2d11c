{#-
Rows of a count table, once per release: the columns, and its records in the original as n_0 and in
the release as n.
-#}
{%- macro of_releases(plan, counted, columns) -%}
{%- set numbers = [] -%}
{%- for release in plan.relations[1:] -%}{%- do numbers.append([release.number]) -%}{%- endfor -%}
(
        select
            releases.release_number as release_number, {% for column
                in columns %}{{ column }}, {% endfor %}n_0,
            case releases.release_number{% for release
                in plan.relations[1:] %}
                    when {{ release.number }} then n_{{ release.number }}{% endfor %} end as n
        from {{ counted }}
        cross join {{ sqlmetrics.number_rows(['release_number'], numbers) }} releases
    )
{%- endmacro %}
