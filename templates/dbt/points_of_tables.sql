{#-
The statement of a model with the points of people in several `tables` of theirs, to be scored with `known`: its
columns are `person`, `table`, `value` and the `sensitive` columns of the table `main`, which has a row for each
person. Rows of a table are points of the person whose key they have; rows whose key `main` lacks are left out,
which the test `every_row_has_a_person` counts.
-#}
{%- macro points_of_tables(tables, sensitive=none, everybody=false) -%}
{%- if execute -%}
{%- set linked = sqlmetrics.linked_given(tables, sensitive) -%}
{%- if everybody is not boolean -%}{%- do sqlmetrics.fail("everybody is true or false, not '" ~ everybody ~ "'") -%}{%- endif -%}
{%- set pointed = linked.tables if everybody or linked.tables[0].plan.quasi_identifiers else linked.tables[1:] -%}
{%- if not pointed -%}{%- do sqlmetrics.fail('the tables have no point of a person: name columns of main, or a second table') -%}{%- endif -%}
select {% for column in ['person', 'table', 'value'] + linked.secrets -%}{{ sqlmetrics.quoted(column) }}{{ ', ' if not loop.last }}{%- endfor %}
from {{ sqlmetrics.linked_points(pointed, linked.tables[0], {'person': 'person', 'table': 'table', 'value': 'value'}, linked.secrets) }} points
{%- endif -%}
{%- endmacro %}
