{#- The intervals between cut points; `closed` is the end, `left` or `right`, of each. -#}
{%- macro cuts_of(cuts, closed, labels, where) -%}
{%- set ends = [] -%}
{%- for cut in cuts -%}{%- do ends.append(sqlmetrics.number_text(cut, where)) -%}{%- endfor -%}
{%- for end in ends -%}
{%- if not loop.first and end | float <= ends[loop.index0 - 1] | float -%}{%- do sqlmetrics.fail(where ~ ": cut points must be numbers in increasing order") -%}{%- endif -%}
{%- endfor -%}
{%- if not ends -%}{%- do sqlmetrics.fail(where ~ ": cut points must be numbers in increasing order") -%}{%- endif -%}
{%- if closed not in ['left', 'right'] -%}{%- do sqlmetrics.fail(where ~ ": closed is left or right, not " ~ closed) -%}{%- endif -%}
{%- if labels is not none and (labels | length != ends | length + 1 or labels | unique(case_sensitive=true) | list | length != labels | length) -%}
{%- do sqlmetrics.fail(where ~ ": " ~ ends | length ~ " cut points make " ~ (ends | length + 1) ~ " intervals, which need as many labels, each another") -%}
{%- endif -%}
{%- set found = [] -%}
{%- for low in [none] + ends -%}
{%- set high = ends[loop.index0] if loop.index0 < ends | length else none -%}
{%- set low_closed = closed == 'left' and low is not none -%}
{%- set high_closed = closed == 'right' and high is not none -%}
{%- set written = ('[' if low_closed else '(') ~ (low or '-inf') ~ ', ' ~ (high or 'inf') ~ (']' if high_closed else ')') -%}
{%- do found.append({'name': labels[loop.index0] if labels is not none else written, 'low': low, 'high': high, 'low_closed': low_closed, 'high_closed': high_closed}) -%}
{%- endfor -%}
{%- do return(found) -%}
{%- endmacro %}
