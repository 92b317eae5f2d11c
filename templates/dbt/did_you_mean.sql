{#- The question that offers the known names most like an unknown one, by the pairs of letters that they share, or ''. -#}
{%- macro did_you_mean(name, names) -%}
{%- set written = name | string -%}
{%- set near = [] -%}
{%- for other in names -%}
{%- set shared = [] -%}
{%- for place in range(other | length - 1) if other[place:place + 2] in written -%}{%- do shared.append(place) -%}{%- endfor -%}
{%- set share = 2 * shared | length / (other | length + written | length - 2) -%}
{%- if share > 0.6 -%}{%- do near.append([share, "'" ~ other ~ "'"]) -%}{%- endif -%}
{%- endfor -%}
{%- set nearest = (near | sort(reverse=true))[:3] | map('last') | list -%}
{%- do return("did you mean " ~ nearest | join(' or ') ~ "? " if nearest else "") -%}
{%- endmacro %}
