{#- The lower end of the interval of a mean, at least 0 and at most the mean; see `mean_centre`. -#}
{%- macro mean_low(mean, name) -%}
{%- set low = name ~ '_centre - ' ~ name ~ '_error' -%}
case when {{ low }} < 0 then 0 when {{ low }} < {{ mean }} then {{ low }} else {{ mean }} end
{%- endmacro %}
