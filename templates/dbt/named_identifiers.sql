{#-
The columns whose names are those of identifiers, with what such columns hold, `e-mail addresses`:
all words of the name but numbers and those for persons are of one phrase of `identifier_names`, the
longest one. No value is looked at.
-#}
{%- macro named_identifiers(columns) -%}
{%- set known = sqlmetrics.identifier_names() -%}
{%- set letters = {} -%}
{%- for plain, marked in known.accents.items() -%}{%- for letter in marked -%}{%- do letters.update({letter: plain}) -%}{%- endfor -%}{%- endfor -%}
{%- set phrases = {} -%}
{%- for says, names in known.phrases.items() -%}
{%- for name in names -%}
{%- set parts = name.split('+') -%}
{%- if parts[0] not in phrases -%}{%- do phrases.update({parts[0]: []}) -%}{%- endif -%}
{%- do phrases[parts[0]].append({'parts': parts, 'says': says, 'weight': 1000 * parts | length + name | length}) -%}
{%- endfor -%}
{%- endfor -%}
{%- set found = {} -%}
{%- for column in columns -%}
{%- set spelled = [] -%}
{%- for letter in column -%}{%- do spelled.append(letters.get(letter, letter)) -%}{%- endfor -%}
{%- set words = [] -%}
{%- set forms = [] -%}
{%- for word in modules.re.findall(known.word, spelled | join) -%}
{%- set held = sqlmetrics.forms_of(word | lower, known.numbers) -%}
{%- do forms.extend(held) -%}
{%- if held and word | lower not in known.persons -%}{%- do words.append(held) -%}{%- endif -%}
{%- endfor -%}
{%- set best = {'says': none, 'weight': 0} -%}
{%- for form in forms -%}
{%- for phrase in phrases.get(form, []) if not (phrase.parts | reject('in', forms) | list) -%}
{%- set others = [] -%}
{%- for held in words if not (held | select('in', phrase.parts) | list) -%}{%- do others.append(held) -%}{%- endfor -%}
{%- if not others and phrase.weight > best.weight -%}{%- do best.update(phrase) -%}{%- endif -%}
{%- endfor -%}
{%- endfor -%}
{%- if best.says -%}{%- do found.update({column: best.says}) -%}{%- endif -%}
{%- endfor -%}
{%- do return(found) -%}
{%- endmacro %}
