{#-
The columns of slices, each with what is said of it (month, year, public), from a column, a list of
columns and mappings, or a mapping.
-#}
{%- macro slices_of(by) -%}
{%- set forms = {} -%}
{%- for entry in sqlmetrics.as_list(by) -%}
{%- for column, said in (entry if entry is mapping else {entry: none}).items() -%}
{%- if execute and column is not string -%}{%- do sqlmetrics.fail("a column's name is text, not " ~ column) -%}{%- endif -%}
{%- if execute and column in forms -%}{%- do sqlmetrics.fail("by: column '" ~ column ~ "' is there twice") -%}{%- endif -%}
{%- for word in sqlmetrics.as_list(said) if execute and word not in ['month', 'year', 'public'] -%}
{%- do sqlmetrics.fail("by: '" ~ word ~ "' is unknown; write " ~ column ~ ': month, year or public, or the column alone') -%}
{%- endfor -%}
{%- do forms.update({column: sqlmetrics.as_list(said)}) -%}
{%- endfor -%}
{%- endfor -%}
{%- do return(forms) -%}
{%- endmacro %}
