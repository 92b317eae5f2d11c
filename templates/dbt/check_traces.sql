{#-
Fails where the data of whole traces cannot be measured, which the database is asked first: a partition of a
quasi-identifier leaves values without a domain, or a person has several values of a sensitive attribute. A relation
that is not built yet (`dbt compile`) is not looked at. `points` is the plan of the points, `targets` and `columns` are those of
the sensitive attributes.
-#}
{%- macro check_traces(relation, points, targets, columns) -%}
{%- set strict = [] -%}
{%- for key in points.quasi_identifiers if key.recoding and key.recoding.unmapped == 'error' -%}{%- do strict.append(key) -%}{%- endfor -%}
{%- set secrets = targets | rejectattr('attribute', 'none') | list -%}
{%- set node = sqlmetrics.node_of(relation) -%}
{%- if strict + secrets and node and node.config.get('materialized') == 'ephemeral' -%}
{%- do sqlmetrics.fail('known: all looks at the data first, and ' ~ node.name ~ ' is ephemeral; score a model that is built from it') -%}
{%- elif sqlmetrics.columns_of(relation) is not none -%}
{%- for key in strict -%}
{%- set lost = run_query(sqlmetrics.unmapped(points.relation, key.column, key.recoding)).rows | list -%}
{%- if lost -%}
{%- do sqlmetrics.fail('partition ' ~ key.recoding.name ~ " of '" ~ key.column ~ "' has no domain for " ~ lost[0][2] ~ ' values in ' ~ lost[0][3] ~ ' records; add them, or say unmapped: keep or unmapped: NAME') -%}
{%- endif -%}
{%- endfor -%}
{%- for target in secrets -%}
{%- set own = dict(points, attributes=[columns[target.attribute - 1]], targets=[dict(target, number=0, attribute=1)]) -%}
{%- set several = run_query(sqlmetrics.event_several(own)).columns[0].values()[0] -%}
{%- if several -%}
{%- do sqlmetrics.fail(several ~ " people have several values of '" ~ target.name ~ "', and known is about one value of each person; name another column as sensitive, or make one value of each person in a model") -%}
{%- endif -%}
{%- endfor -%}
{%- endif -%}
{%- endmacro %}
