{#-
The statement that creates a data metric function of Snowflake, whose query is in `parts` around each place of
its relation, an argument with typed `columns`. Its result is a whole number: the score times `units`, rounded
by `rounded`, floor or ceil.
-#}
{%- macro installed_metric(name, parts, columns, tag, units, rounded) -%}
{%- set body %}select cast({{ rounded }}(max("value"){{ ' * ' ~ units if units != 1 }}) as number(38, 0))
from (
{{ parts | join('relation') }}
) scores{% endset -%}
create data metric function {{ name }}(
    relation table({% for column in columns %}{{ column.name }} {{ column.type }}{{ ', ' if not loop.last }}
    {%- endfor %})
)
returns number
as {{ sqlmetrics.literal(body) if '$$' in body else '$$\n' ~ body ~ '\n$$' }}
{%- endmacro %}
