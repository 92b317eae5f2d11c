{#-
A step of the tree of cuts as text: `cut` has its `parts`, see `cut_test`, and begins the lower half,
`else` the upper one; `case` begins a list of regions, and `when` the next of these; `region` is a
region, and `same` the region that a record has.
-#}
{%- macro cut_step(step) -%}
{%- if step.kind == 'cut' -%}
case when {{ sqlmetrics.cut_test(step.parts) }} then
{%- elif step.kind == 'case' -%}
case record_region
{%- elif step.kind == 'when' -%}
when {{ step.region }} then
{%- elif step.kind == 'region' -%}
{{ step.region }}
{%- elif step.kind == 'same' -%}
record_region
{%- else -%}
{{ step.kind }}
{%- endif -%}
{%- endmacro %}
