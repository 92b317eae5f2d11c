{#- How many values of a column, in an engine whose dates are texts, are no dates: one row. -#}
{%- macro undated(relation, column) -%}
{%- set name = 'source.' ~ sqlmetrics.quoted(column) -%}
select {{ sqlmetrics.count_where(name ~ ' is not null and ' ~ sqlmetrics.as_moment(name)
    ~ ' is null') }} as undated_texts
from {{ relation }} source
{%- endmacro %}
