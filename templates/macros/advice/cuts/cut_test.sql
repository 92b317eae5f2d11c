{#-
Whether a record lies below the border of a cut: {parts}, list of {column, kind, floating, border},
in whose order the values are compared. The border is the text of a literal, none for NULL, which
comes after all values; a record with NULL is beyond every other border.
-#}
{%- macro cut_test(parts) -%}
{%- set lines = namespace(text='') -%}
{%- for part in parts | reverse -%}
{%- set source = 'source.' ~ sqlmetrics.quoted(part.column) -%}
{%- set value = (sqlmetrics.as_double(source) if part.floating else source) if part.kind == 'number' else sqlmetrics.byte_order(sqlmetrics.as_string(source)) -%}
{%- set nan = part.kind == 'number' and part.border is not none and part.border | lower == 'nan' -%}
{%- set border = '' if part.border is none else sqlmetrics.as_double("'NaN'") if nan else (sqlmetrics.double_literal(part.border) if part.floating else part.border) if part.kind == 'number' else sqlmetrics.literal(part.border) -%}
{%- if loop.first -%}
{%- set lines.text = source ~ ' is not null' if nan or part.border is none else value ~ ' <= ' ~ border -%}
{%- else -%}
{%- set below = source ~ ' is not null' if part.border is none else value ~ ' < ' ~ border -%}
{%- set equal = source ~ ' is null' if part.border is none else value ~ ' = ' ~ border -%}
{%- set lines.text = below ~ ' or ' ~ equal ~ ' and (' ~ lines.text ~ ')' -%}
{%- endif -%}
{%- endfor -%}
{{ lines.text }}
{%- endmacro %}
