{#- The centre of the interval of the mean of numbers from 0 to `most` of a `number` of people:
their mean with two more people at each end of the range, as Agresti and Coull (1998) do for shares.
People who are all alike do not tell that all others are, too. -#}
{%- macro mean_centre(mean, most, number) -%}
({{ number }} * {{ mean }} + 2 * {{ most }}) / ({{ number }} + 4)
{%- endmacro %}
