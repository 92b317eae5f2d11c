{#-
The hierarchies of a column as a list of {name, levels, column}: `given` is one of them or a list, as
`hierarchy_of` takes them. Of several, each has a column of classes with its own distance.
-#}
{%- macro hierarchies_of(column, given) -%}
{%- set trees = [] -%}
{%- set names = [] -%}
{%- for one in ([given] if sqlmetrics.is_relation(given) else sqlmetrics.as_list(given)) -%}
{%- set tree = sqlmetrics.hierarchy_of(column, one) -%}
{%- if tree.name in names -%}{%- do sqlmetrics.fail("several hierarchies of '" ~ column ~ "' are called " ~ tree.name ~ "; give each a name of its own") -%}{%- endif -%}
{%- do names.append(tree.name) -%}
{%- do trees.append(dict(tree, column='hierarchical_distance_' ~ loop.index)) -%}
{%- endfor -%}
{%- do return(trees) -%}
{%- endmacro %}
