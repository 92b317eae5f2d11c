{#- The sum of an amount over rows that have a value in all columns at `places`. -#}
{%- macro linkage_held_sum(amount, places, side='') -%}
{%- set terms = [] -%}
{%- for place in places -%}{%- do terms.append(side ~ 'v' ~ place ~ ' is not null') -%}{%- endfor -%}
sum({{ 'case when ' ~ terms | join(' and ') ~ ' then ' ~ amount ~ ' else 0 end' if terms else amount }})
{%- endmacro %}
