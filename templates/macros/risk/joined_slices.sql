{#- The join of `slices_in_order` to a relation with the columns of slices; empty without slices. -#}
{%- macro joined_slices(plan) -%}
{%- if plan.slices -%}
join slices_in_order on {{ sqlmetrics.in_slice(plan) }}
{%- endif -%}
{%- endmacro %}
