{#-
A large mapping as two texts, its values and its domains with a mark between them. DuckDB plans them
at once, where a list of a million rows takes gigabytes. They are a row of VALUES, so that they are
split when the statement runs, not when it is planned.
-#}
{%- macro joined_mapping(pairs, mark) -%}
(
        select unnest(string_split(value, {{ sqlmetrics.literal(mark) }})) as value,
        unnest(string_split(domain, {{ sqlmetrics.literal(mark) }})) as domain
        from (values (
            {{ sqlmetrics.literal(dict(pairs).keys() | join(mark)) }},
            {{ sqlmetrics.literal(dict(pairs).values() | join(mark)) }}
        )) texts(value, domain)
    )
{%- endmacro %}
