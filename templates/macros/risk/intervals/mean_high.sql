{#- The upper end of the interval of a mean, at most `most` and at least the mean; see `mean_centre`. -#}
{%- macro mean_high(mean, most, name) -%}
{%- set high = name ~ '_centre + ' ~ name ~ '_error' -%}
case when {{ high }} > {{ most }} then {{ most }} when {{ high }} > {{ mean }} then {{ high }}
    else {{ mean }} end
{%- endmacro %}
