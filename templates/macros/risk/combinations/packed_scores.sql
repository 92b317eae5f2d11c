{#-
The score records of the combinations below one, from its packed counts of each target: see
`combined`. DuckDB only.
-#}
{%- macro packed_scores(plan, lattice, origins, spectra) -%}
with
{{ sqlmetrics.combined(plan, lattice, origins, spectra, none) }}
{%- endmacro %}
