{#-
Whether a record lies below the border of a cut: list of {number, kind, floating, border}, in whose
order the values known_1.. are compared. The border is the text of a literal, none for NULL, which
comes after all values; a record with NULL is beyond every other border.
-#}
{%- macro cut_test(parts) -%}
{%- set test = namespace(text='') -%}
{%- for part in parts | reverse -%}
{%- set known = 'known_' ~ part.number -%}
{%- set value = sqlmetrics.byte_order(known) if part.kind == 'text' else known -%}
{%- set nan = part.kind == 'number' and (part.border or '') | lower == 'nan' -%}
{%- set border = '' if part.border is none else sqlmetrics.as_double("'NaN'") if nan
    else sqlmetrics.literal(part.border) if part.kind == 'text' else sqlmetrics.double_literal(part.border)
    if part.floating else part.border -%}
{%- if loop.first -%}
{%- set test.text = known ~ ' is not null' if nan or part.border is none else value ~ ' <= ' ~ border -%}
{%- else -%}
{%- set below = known ~ ' is not null' if part.border is none else value ~ ' < ' ~ border -%}
{%- set equal = known ~ ' is null' if part.border is none else value ~ ' = ' ~ border -%}
{%- set test.text = below ~ ' or ' ~ equal ~ ' and (' ~ test.text ~ ')' -%}
{%- endif -%}
{%- endfor -%}
{{ test.text }}
{%- endmacro %}
