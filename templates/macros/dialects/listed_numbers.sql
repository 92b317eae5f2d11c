{#- Rows of whole numbers as a list of values. -#}
{%- macro listed_numbers(names, listed) -%}
(
        select {{ names | join(', ') }}
        from (values
        {%- for row in listed %} ({{ row | join(', ') }}){{ ','
            if not loop.last }}{% endfor %}) listed({{ names | join(', ') }})
    )
{%- endmacro %}
