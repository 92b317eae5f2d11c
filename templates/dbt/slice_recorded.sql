{#- The column of slices of recorded scores, or NULL where these were made before there were slices. -#}
{%- macro slice_recorded(columns) -%}
{{ sqlmetrics.quoted('slice') if 'slice' in columns else sqlmetrics.as_string('null') }}
{%- endmacro %}
