{#-
How many of a combination's records are held out: one of so many, counted through all of
them from a start that the seed gives.
-#}
{%- macro held_out(experiment) -%}
floor((reached * {{ experiment.part }} + {{ experiment.start }}) / 10000) - floor(((reached - members) * {{ experiment.part }} + {{ experiment.start }}) / 10000)
{%- endmacro %}
