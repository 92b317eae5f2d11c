{#-
Releases, one after the other, as one relation: a table of FROM. Its column `bit` tells the releases
apart, 1 for the first, 2, 4, ... for the next ones, so that a sum of bits is a set of releases.

releases   list of {relation, columns}: a FROM clause and its columns, each {name, text} with what the
relation
           calls it, and whether it is cast to a text since other releases have another type
names      the columns that all have, in that order
-#}
{%- macro together_relation(bit, names, releases) -%}
(
        {%- for release in releases %}
        select {{ sqlmetrics.as_integer(2 ** loop.index0) }} as {{ sqlmetrics.quoted(bit) }}
            {%- for name in names %}
            {%- set column = 'source.' ~ sqlmetrics.quoted(release.columns[loop.index0].name) -%}
            , {{ sqlmetrics.as_string(column) if release.columns[loop.index0].text
                else column }} as {{ sqlmetrics.quoted(name) }}
            {%- endfor %}
        from {{ release.relation }} source
        {{- '\n        union all' if not loop.last }}
        {%- endfor %}
    )
{%- endmacro %}
