{#-
The number of a combination's records that are held out: a fixed share, counted through all records
from a start that the seed gives.
-#}
{%- macro held_out(experiment) -%}
floor((reached * {{ experiment.part }} + {{ experiment.start }}) / 10000)
    - floor(((reached - members) * {{ experiment.part }} + {{ experiment.start }}) / 10000)
{%- endmacro %}
