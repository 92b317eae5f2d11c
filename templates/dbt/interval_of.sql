{#-
The interval of a text such as `[18, 30)`: {name, low, high, low_closed, high_closed, start, end};
an end of none is unbounded.
-#}
{%- macro interval_of(name, text, where) -%}
{%- set match = modules.re.match('^\\s*([\\[(])\\s*([^,]*?)\\s*,\\s*([^,]*?)\\s*([\\])])\\s*$', text | string) -%}
{%- if not match -%}
{%- do sqlmetrics.fail(where ~ ": '" ~ text ~ "' is not an interval; write [18, 30) with a bracket for a closed end, or (65, inf)") -%}
{%- endif -%}
{%- set ends = [] -%}
{%- for end in [match.group(2), match.group(3)] -%}
{%- do ends.append(none if end | lower in ['', 'inf', '-inf', '+inf'] else sqlmetrics.number_text(end, where)) -%}
{%- endfor -%}
{%- set low = ends[0] -%}
{%- set high = ends[1] -%}
{%- set low_closed = match.group(1) == '[' -%}
{%- set high_closed = match.group(4) == ']' -%}
{%- set start = ('-inf' if low is none else low) | float -%}
{%- set end = ('inf' if high is none else high) | float -%}
{%- if start > end or (start == end and not (low_closed and high_closed)) -%}
{%- do sqlmetrics.fail(where ~ ": the interval " ~ text ~ " is empty") -%}
{%- endif -%}
{%- do return({'name': name, 'low': low, 'high': high, 'low_closed': low_closed, 'high_closed': high_closed, 'start': [start, 0 if low_closed else 1], 'end': end}) -%}
{%- endmacro %}
