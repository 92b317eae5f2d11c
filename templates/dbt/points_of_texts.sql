{#-
The statement of a model with the words of a column of texts, a row for each word of each person, to be scored with
`known`: its columns are the individual, `word` and the `sensitive` columns of the person. With `ngram` a word is
as many in a row. Words of more than half the people are left out.
-#}
{%- macro points_of_texts(relation, text, individual=none, sensitive=none, ngram=1) -%}
{%- if execute -%}
{%- set roles = sqlmetrics.roles(relation) -%}
{%- set person = roles.individual if individual is none else individual -%}
{%- set secrets = sqlmetrics.as_list(sensitive) -%}
{%- if target.type in ['redshift', 'sqlite', 'sqlserver', 'oracle'] -%}
{%- do sqlmetrics.fail(target.type ~ " has no way to make rows of the words of a text that is known here; make a model of a person's words, and score it with quasi_identifiers: word") -%}
{%- elif person is none -%}
{%- do sqlmetrics.fail("words are points of a person; name the column that tells people apart: individual: patient, or in a column's meta sqlmetrics: {role: individual}") -%}
{%- elif ngram is not integer or ngram is boolean or not 1 <= ngram <= 12 -%}
{%- do sqlmetrics.fail("ngram is the number of words in a row, from 1 to 12, not '" ~ ngram ~ "'") -%}
{%- endif -%}
{%- set named = [person, text] + secrets -%}
{%- for column in named if named | select('equalto', column) | list | length > 1 or column != text and column | lower == 'word' -%}
{%- do sqlmetrics.fail("column '" ~ column ~ "' " ~ ("cannot be told from the words' column of that name; rename it in a model" if column | lower == 'word' else 'is named twice; each column has one role')) -%}
{%- endfor -%}
{%- set spelled = sqlmetrics.spelled(relation, named) -%}
{%- set kept = [] -%}
{%- for column in [person] + secrets -%}{%- do kept.append(spelled[column]) -%}{%- endfor -%}
select {% for column in kept + ['word'] -%}{{ sqlmetrics.quoted(column) }}{{ ', ' if not loop.last }}{%- endfor %}
from {{ sqlmetrics.word_points({'relation': sqlmetrics.from_text(relation), 'text': spelled[text], 'kept': kept, 'word': 'word', 'length': ngram, 'written': false}) }} points
{%- endif -%}
{%- endmacro %}
