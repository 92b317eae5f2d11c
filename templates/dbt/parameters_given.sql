{#-
The parameters that are given, as a score record writes them; one that is unknown, or out of its
range, is an error.
-#}
{%- macro parameters_given(given) -%}
{%- set kinds = sqlmetrics.parameter_kinds() -%}
{%- set texts = {} -%}
{%- for name, value in (given or {}).items() -%}
{%- set kind = kinds.get(name) -%}
{%- if kind is none -%}{%- do sqlmetrics.fail("parameter '" ~ name ~ "' is unknown; there are: " ~ kinds.keys() | join(', ')) -%}{%- endif -%}
{%- if kind.enum is defined -%}
{%- if value | string not in kind.enum -%}{%- do sqlmetrics.fail(name ~ " is one of " ~ kind.enum | join(', ') ~ ", not " ~ value) -%}{%- endif -%}
{%- do texts.update({name: value | string}) -%}
{%- else -%}
{%- if value is not number or value is boolean or (kind.type == 'integer' and value is not integer)
    or (kind.minimum is defined and value < kind.minimum) or (kind.maximum is defined and value > kind.maximum) -%}
{%- do sqlmetrics.fail(name ~ " is " ~ ('a whole number' if kind.type == 'integer' else 'a number') ~ (', at most ' ~ kind.maximum if kind.maximum is defined and value is number and value > kind.maximum else ', at least ' ~ kind.minimum if kind.minimum is defined else '') ~ " (found: " ~ value ~ ")") -%}
{%- endif -%}
{%- do texts.update({name: (value if kind.type == 'integer' else value | float) | string}) -%}
{%- endif -%}
{%- endfor -%}
{%- do return(texts) -%}
{%- endmacro %}
