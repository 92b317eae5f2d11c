{#- The join of `slices_in_order` to a relation with the columns of slices; empty without slices. -#}
{%- macro joined_slices(plan) -%}
{%- if plan.slices -%}
join slices_in_order on {% for key in plan.quasi_identifiers[:plan.slices] %}{{ sqlmetrics.same('slice_' ~ loop.index, sqlmetrics.key_name(key)) }}{{ ' and ' if not loop.last }}{% endfor %}
{%- endif -%}
{%- endmacro %}
