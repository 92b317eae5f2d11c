{#-
The points that an attacker knows as they are given: none, a number, {events: a number} or `all`; fails where
`known` or `targets` are none of their values, or do not go with the other words.
-#}
{%- macro known_given(known, targets, person, by, level) -%}
{%- if known is none -%}
{%- if targets is not none -%}{%- do sqlmetrics.fail('targets are people whose points an attacker knows; say how many points, too: known: 4') -%}{%- endif -%}
{%- do return(none) -%}
{%- endif -%}
{%- set some = known is not string -%}
{%- set points = known.events if known is mapping and known.keys() | list == ['events'] else known -%}
{%- if known != 'all' and not (points is integer and 1 <= points <= 12) -%}
{%- do sqlmetrics.fail("known is the number of points that an attacker knows, from 1 to 12, or of events, as {events: 4}, or all for whole traces, not '" ~ known ~ "'") -%}
{%- elif person is none -%}
{%- do sqlmetrics.fail("known counts points of a person; name the column that tells people apart: individual: patient, or in a column's meta sqlmetrics: {role: individual}") -%}
{%- elif sqlmetrics.slices_of(by) -%}
{%- do sqlmetrics.fail('by does not go with known: slices are tables of their own; score a model with the records of one of them, or leave known out') -%}
{%- elif level == 'class' -%}
{%- do sqlmetrics.fail('known has scores of the table, and none of classes; leave out level: class, or known') -%}
{%- elif not some and targets is not none -%}
{%- do sqlmetrics.fail('known: all looks at everybody; leave targets out') -%}
{%- elif targets is not none and targets != 'all' and (targets is not integer or targets < 1) -%}
{%- do sqlmetrics.fail("targets is the number of people who are drawn, at least 1, or all for every set of points, not '" ~ targets ~ "'") -%}
{%- endif -%}
{%- do return(known) -%}
{%- endmacro %}
