{#-
The forms of a word of a column's name: also without digits behind it and a plural's s, `nr` as
`nummer`, and `number` for all words for a number. A number alone has none.
-#}
{%- macro forms_of(word, number_words) -%}
{%- set stem = modules.re.sub('[0-9]+$', '', word) -%}
{%- if not stem -%}{%- do return([]) -%}{%- endif -%}
{%- set forms = [word, stem] -%}
{%- for form in [word, stem] if form | length > 5 and form.endswith('s') -%}{%- do forms.append(form[:-1]) -%}{%- endfor -%}
{%- for form in forms + [] if form | length > 4 and form.endswith('nr') -%}{%- do forms.append(form[:-2] ~ 'nummer') -%}{%- endfor -%}
{%- if forms | select('in', number_words) | list -%}{%- do forms.append('number') -%}{%- endif -%}
{%- do return(forms) -%}
{%- endmacro %}
