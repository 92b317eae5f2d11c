{#-
Conditions that a row of `coded` is in none of the hidden classes: list of {table, masks}, the table
of classes by their keys, and the bits of each word that tell these.
-#}
{%- macro not_hidden(hidden) -%}
{%- for classes in hidden -%}
not exists (select 1 from {{ classes.table }} hidden where {% for mask
    in classes.masks %}hidden.key_{{ loop.index }} = (coded.key_{{ loop.index }} & {{ mask }}){{ ' and '
    if not loop.last }}{% endfor %}){{ ' and ' if not loop.last }}
{%- endfor -%}
{%- endmacro %}
