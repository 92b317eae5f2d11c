{#-
The columns that each of several attackers knows, by their names, or none; fails where they are not told
apart, and beside `words` or a level that are about one attacker.
-#}
{%- macro attackers_given(attackers, words, level) -%}
{%- if attackers is none -%}{%- do return(none) -%}{%- endif -%}
{%- if attackers is not mapping or not attackers -%}
{%- do sqlmetrics.fail('attackers are names with the columns that each knows: attackers: {neighbour: [age, zip], employer: [income]}') -%}
{%- endif -%}
{%- if words.quasi_identifiers is not none -%}
{%- do sqlmetrics.fail('attackers say what each one knows, and quasi_identifiers what a single attacker does: leave quasi_identifiers out, or add its columns as one more of the attackers') -%}
{%- endif -%}
{%- for word, value in dict(words, level='class' if level == 'class' else none).items() if value is not none -%}
{%- do sqlmetrics.fail(word ~ " is about one attacker, and there are several: leave it out, or name one attacker's columns as quasi_identifiers in place of attackers") -%}
{%- endfor -%}
{%- if attackers | length > 20 -%}{%- do sqlmetrics.fail('there are at most 20 attackers, and these are ' ~ attackers | length) -%}{%- endif -%}
{%- set found = {} -%}
{%- set sets = {} -%}
{%- for name, given in attackers.items() -%}
{%- if name is not string or not name.strip() or name | length > 60 -%}{%- do sqlmetrics.fail("the name of an attacker is text of up to 60 characters, not '" ~ name ~ "'") -%}{%- endif -%}
{%- if given is mapping or not given -%}{%- do sqlmetrics.fail("attacker '" ~ name ~ "': write the columns that are known as a list, " ~ name ~ ': [age, zip]; thresholds are those of tests') -%}{%- endif -%}
{%- set columns = sqlmetrics.as_list(given) -%}
{%- if columns | unique(case_sensitive=true) | list | length != columns | length -%}{%- do sqlmetrics.fail("'" ~ name ~ "' names a column twice") -%}{%- endif -%}
{%- set alike = columns | sort(case_sensitive=true) | join('\n') -%}
{%- if alike in sets -%}{%- do sqlmetrics.fail("'" ~ sets[alike] ~ "' and '" ~ name ~ "' know the same columns; leave one of them out") -%}{%- endif -%}
{%- do sets.update({alike: name}) -%}
{%- do found.update({name: columns}) -%}
{%- endfor -%}
{%- do return(found) -%}
{%- endmacro %}
