{#-
The rows of a view by the sizes of classes alone, where parts have no names: see `view_parts`.
-#}
{%- macro sized_view(relation, columns, view) -%}
select
    {{- sqlmetrics.view_columns(columns, view, 'sized', 'sized.' ~ view.size ~ ' < ' ~ view.least) }}
from (
    select recoded.*, {{ sqlmetrics.size_window(columns) }} as {{ view.size }}
    from (
        {{ sqlmetrics.recoded_rows(relation, columns, view.mark, false, '        ') }}
    ) recoded
) sized
{%- if not view.starred %}
where sized.{{ view.size }} >= {{ view.least }}
{%- endif %}
{%- endmacro %}
