{#-
The statement of the generic test `linkage`: a row (metric, target, partition, slice, records, score, threshold, reason)
where too many people of a file are found, or where that is undefined, none where all is well. Precision has a row for
each least weight that misses the limit.
-#}
{%- macro linkage_test(relation, metric, file=none, at_most=none, quasi_identifiers=none, individual=none, agreement=0.9, nearly=none, links='best', undefined='fail') -%}
{%- if execute -%}
{%- set people = sqlmetrics.as_double('found.people') -%}
{%- set shares = {
    'linked': 'found.found / ' ~ people,
    'linked_rightly': 'found.rightly / ' ~ people,
    'linked_exactly': 'found.exact_rightly / ' ~ people,
    'exact_matches': 'found.exact_people / ' ~ people,
    'linked_by_chance': 'found.own_pairs / (case when found.records > 0 then found.records else 1 end) / ' ~ people,
    'link_precision': 'case when found.found > 0 then found.rightly / found.found end',
} -%}
{%- if metric | string not in shares -%}{%- do sqlmetrics.fail("'" ~ metric ~ "' is no metric of people who are looked for; there are: " ~ shares.keys() | join(', ')) -%}{%- endif -%}
{%- do sqlmetrics.bound_of({'name': metric, 'direction': 'higher is riskier', 'ends': [0, 1]}, none, at_most, undefined) -%}
{%- if not sqlmetrics.is_relation(file) -%}{%- do sqlmetrics.fail('linkage: file is the ref() or source() of people who are looked for, so that dbt builds it first') -%}{%- endif -%}
{%- set roles = sqlmetrics.roles(relation) -%}
{%- set person = roles.individual if individual is none else individual -%}
{%- set names = roles.quasi_identifiers if quasi_identifiers is none else sqlmetrics.as_list(quasi_identifiers) -%}
{%- if person is none and metric not in ['linked', 'exact_matches'] -%}{%- do sqlmetrics.fail(metric ~ ': nothing tells whose record one is; name the column of both that tells people apart: individual: patient') -%}
{%- elif not names or names | length > 12 -%}{%- do sqlmetrics.fail('linkage: name 1 to 12 columns of both by which people are looked for: quasi_identifiers: [born, zip] (found: ' ~ names | length ~ ')') -%}
{%- elif person in names -%}{%- do sqlmetrics.fail("'" ~ person ~ "' tells people apart, and links nobody: leave it out of the quasi_identifiers") -%}
{%- elif links not in ['best', 'one_to_one'] -%}{%- do sqlmetrics.fail("links is best or one_to_one, not '" ~ links ~ "'") -%}
{%- elif nearly is not none and nearly is not mapping -%}{%- do sqlmetrics.fail("nearly names columns, each with how far values differ at most that nearly agree: nearly: {born: 3} (found: '" ~ nearly ~ "')") -%}
{%- elif agreement == 'estimated' -%}{%- do sqlmetrics.fail('a test of dbt takes the chances of agreement as numbers; `sqlmetrics attacks --agreement estimated` says the likeliest ones: agreement: {born: 0.93, zip: 0.8}') -%}
{%- endif -%}
{%- for column in (agreement if agreement is mapping else []) | reject('equalto', '*') | list + (nearly or []) | list if column not in names -%}{%- do sqlmetrics.fail("linkage: '" ~ column ~ "' links nothing; there are: " ~ names | join(', ')) -%}{%- endfor -%}
{%- set wanted = names + ([person] if person is not none else []) -%}
{%- set released = sqlmetrics.spelled(relation, wanted) -%}
{%- set outside = sqlmetrics.spelled(file, wanted) -%}
{%- if released.values() | unique(case_sensitive=true) | list | length < wanted | length -%}{%- do sqlmetrics.fail('linkage: a column is named twice: ' ~ wanted | join(', ')) -%}{%- endif -%}
{%- set kinds = sqlmetrics.kinds_of(file) -%}
{%- set kinds_here = sqlmetrics.kinds_of(relation) if sqlmetrics.is_relation(relation) else {} -%}
{%- set columns = [] -%}
{%- for name in names + ([person] if person is not none else []) if released[name] != outside[name] -%}{%- do sqlmetrics.fail("linkage: '" ~ released[name] ~ "' is spelt '" ~ outside[name] ~ "' in the file; rename it in a model") -%}{%- endfor -%}
{%- for name in names -%}
{%- set chance = agreement.get(name, agreement.get('*', 0.9)) if agreement is mapping else agreement -%}
{%- set reach = (nearly or {}).get(name) -%}
{%- set kind = kinds.get(outside[name], 'text') -%}
{%- if kinds_here.get(released[name], kind) != kind -%}{%- do sqlmetrics.fail("linkage: '" ~ name ~ "' is a " ~ (kinds_here[released[name]] | replace('truth', 'truth value')) ~ ' in ' ~ sqlmetrics.shown_name(relation) ~ ' and a ' ~ (kind | replace('truth', 'truth value')) ~ ' in ' ~ sqlmetrics.shown_name(file) ~ '; cast one of them in a model, or leave it out') -%}{%- endif -%}
{%- if chance is not number or chance is boolean or not 0 < chance < 1 -%}{%- do sqlmetrics.fail("agreement of '" ~ name ~ "' is the chance that two values of one person agree, above 0 and below 1, such as 0.9, not '" ~ chance ~ "'") -%}
{%- elif reach is not none and (reach is not number or reach is boolean or reach <= 0 or kind == 'truth' or (kind == 'text' and reach != 1)) -%}{%- do sqlmetrics.fail("nearly of '" ~ name ~ "' is how far values differ at most: a number, days of dates, or 1 for a letter of a text, not '" ~ reach ~ "'") -%}
{%- endif -%}
{%- do columns.append({'name': outside[name], 'kind': kind, 'place': loop.index, 'agreement': chance | string, 'nearly': none if reach is none else reach | string, 'near_agreement': ((1 - chance) / 2) | string}) -%}
{%- endfor -%}
{%- set plan = {'release': sqlmetrics.from_text(relation), 'outside': sqlmetrics.from_text(file), 'columns': columns, 'individual': outside[person] if person is not none else none, 'links': links} -%}
{%- set precise = metric == 'link_precision' -%}
with found as (
{{ sqlmetrics.linked_people(plan, ordered=false) }}
)
select
    {{ sqlmetrics.literal(metric) }} as {{ sqlmetrics.quoted('metric') }}, {{ sqlmetrics.literal('people of a file') }} as {{ sqlmetrics.quoted('target') }},
    {{ sqlmetrics.as_string('null') }} as {{ sqlmetrics.quoted('partition') }}, {{ sqlmetrics.as_string('null') }} as {{ sqlmetrics.quoted('slice') }}, records as {{ sqlmetrics.quoted('records') }},
    score, {{ sqlmetrics.as_double(at_most) }} as threshold,
    case when score is null then {{ sqlmetrics.literal('nobody is found at that weight' if precise else 'the outside file has no records') }} else {{ sqlmetrics.concat([sqlmetrics.literal('score is above at_most from a weight of '), sqlmetrics.as_string(sqlmetrics.as_integer('least_weight'))]) if precise else sqlmetrics.literal('score is above at_most') }} end as reason
from (
    select {{ sqlmetrics.as_integer('ceiling(found.found - 0.000001)' if precise else 'found.people') }} as records,
        case when found.people > 0 then {{ shares[metric] }} end as score{{ ',\n        found.least_weight as least_weight' if precise }}
    from found
    {{ 'where found.least_weight = 0' if not precise }}
) scored
where score > {{ sqlmetrics.outermost('at_most', at_most) }}
{{- ' or score is null' if undefined == 'fail' }}
{%- endif -%}
{%- endmacro %}
