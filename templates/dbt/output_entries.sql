{#-
What the shared macro `output_tables` takes of published tables; `output_entries` of the Python package makes the same.
`columns` are all of theirs, in the order of the plan's keys, and `rules` have the numbers of the test.
-#}
{%- macro output_entries(plan, columns, tables, measure, weight, rules) -%}
{%- set dominance = sqlmetrics.as_list(rules.dominance) -%}
{%- if rules.minimum_frequency is not integer or rules.minimum_frequency < 1 -%}
{%- do sqlmetrics.fail('minimum_frequency is the fewest people of a cell, at least 1 (found: ' ~ rules.minimum_frequency ~ ')') -%}
{%- elif dominance | length != 2 or dominance[0] is not integer or dominance[0] < 1 or dominance[0] > 100 or dominance[1] is not number or dominance[1] <= 0 or dominance[1] > 100 -%}
{%- do sqlmetrics.fail('dominance is n and k, 100 contributions at most and a percent above 0 up to 100, as [2, 90] (found: ' ~ dominance ~ ')') -%}
{%- elif rules.p_percent is not number or rules.p_percent <= 0 or rules.p_percent > 100 -%}
{%- do sqlmetrics.fail('p_percent is a percent above 0 up to 100 (found: ' ~ rules.p_percent ~ ')') -%}
{%- elif rules.class_share is not number or rules.class_share < 0.5 or rules.class_share > 1 -%}
{%- do sqlmetrics.fail("class_share is a share of a line's people, from 0.5 to 1 (found: " ~ rules.class_share ~ ')') -%}
{%- endif -%}
{%- set places = {} -%}
{%- for column in columns -%}{%- do places.update({column: loop.index}) -%}{%- endfor -%}
{%- set judged = [] -%}
{%- set cells = [] -%}
{%- for table in tables -%}
{%- set own = [] -%}
{%- for column in table -%}{%- do own.append(places[column]) -%}{%- endfor -%}
{%- do judged.append(own | sort) -%}
{%- do cells.append(own) -%}
{%- endfor -%}
{%- set margins = judged | list -%}
{%- for own in cells -%}
{%- for place in own -%}
{%- set rest = own | reject('equalto', place) | sort -%}
{%- if rest not in margins -%}{%- do margins.append(rest) -%}{%- endif -%}
{%- endfor -%}
{%- endfor -%}
{%- set margin_entries = [] -%}
{%- for own in margins -%}
{%- set keys = [] -%}
{%- set names = [] -%}
{%- for place in own -%}{%- do keys.append(plan.quasi_identifiers[place - 1]) -%}{%- do names.append('key_' ~ place) -%}{%- endfor -%}
{%- do margin_entries.append({'number': loop.index, 'keys': keys, 'names': names | join(', '), 'whole': own | length == columns | length, 'judged': own in judged}) -%}
{%- endfor -%}
{%- set table_entries = [] -%}
{%- for own in cells -%}
{%- set number = loop.index -%}
{%- set keys = [] -%}
{%- set lines = [] -%}
{%- for place in own -%}
{%- do keys.append(plan.quasi_identifiers[place - 1]) -%}
{%- set held = 2 ** loop.index0 -%}
{%- set rest = [] -%}
{%- for other in own if other != place -%}{%- do rest.append(plan.quasi_identifiers[other - 1]) -%}{%- endfor -%}
{%- do lines.append({'key': place, 'margin': margins.index(own | reject('equalto', place) | sort) + 1, 'keys': rest, 'held': held}) -%}
{%- endfor -%}
{%- do table_entries.append({'number': number, 'margin': margins.index(own | sort) + 1, 'keys': keys, 'lines': lines}) -%}
{%- endfor -%}
{%- do return({
    'measure': measure,
    'weight': weight,
    'minimum_frequency': rules.minimum_frequency,
    'dominance': dominance[0],
    'kept': [dominance[0], 2] | max,
    'percent': '%.15g' | format(dominance[1]),
    'p_percent': '%.15g' | format(rules.p_percent),
    'class_share': none if rules.class_share == 1 else '%.15g' | format(rules.class_share),
    'margins': margin_entries,
    'tables': table_entries,
}) -%}
{%- endmacro %}
