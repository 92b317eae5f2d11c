{#-
The entry of a partition, for the shared macro `recoded`, or none for the column as it is. A
partition is ref('a_seed') with the columns value and domain, or a mapping with one of seed (and, of
a hierarchy, its level), mapping, domains, intervals, cuts (with closed, labels), prefix, date (with the form of
its texts) or grid (with degrees, at, neighbours), with a name, and with the fate of unmapped values (error, keep, or the name of a domain for them).
-#}
{%- macro recoding(column, partition) -%}
{%- set where = "partition of '" ~ column ~ "'" -%}
{%- if partition is none or partition is string and partition == 'raw' -%}{%- do return(none) -%}{%- endif -%}
{%- set forms = ['mapping', 'domains', 'seed', 'intervals', 'cuts', 'prefix', 'date', 'grid'] -%}
{%- set known = forms + ['name', 'level', 'closed', 'labels', 'form', 'degrees', 'at', 'neighbours', 'unmapped'] -%}
{%- set given = {'seed': partition} if sqlmetrics.is_relation(partition) else partition -%}
{%- if given is not mapping -%}
{%- do sqlmetrics.fail(where ~ ": '" ~ partition ~ "' is no partition; write ref('a_seed'), or one of " ~ forms | join(', ') ~ ", as in {cuts: [30, 60]}") -%}
{%- endif -%}
{%- set found = [] -%}
{%- set unknown = [] -%}
{%- for key in given -%}
{%- if key in forms -%}{%- do found.append(key) -%}{%- elif key not in known -%}{%- do unknown.append(key) -%}{%- endif -%}
{%- endfor -%}
{%- if not found and unknown -%}
{%- set given = {'mapping': given} -%}
{%- set found = ['mapping'] -%}
{%- set unknown = [] -%}
{%- endif -%}
{%- if unknown -%}{%- do sqlmetrics.fail(where ~ ": key '" ~ unknown[0] ~ "' is unknown; allowed: " ~ known | join(', ')) -%}{%- endif -%}
{%- if found | length != 1 -%}
{%- do sqlmetrics.fail(where ~ ": give exactly one of " ~ forms | join(', ') ~ " (found: " ~ (found | join(', ') or 'none') ~ ")") -%}
{%- endif -%}
{%- set form = found[0] -%}
{%- if given.level is defined and form != 'seed' -%}{%- do sqlmetrics.fail(where ~ ": a level goes with the seed of a hierarchy") -%}{%- endif -%}
{%- if (given.labels is defined or given.closed is defined) and form != 'cuts' -%}{%- do sqlmetrics.fail(where ~ ": labels and closed go with cuts") -%}{%- endif -%}
{%- if given.form is defined and form != 'date' -%}{%- do sqlmetrics.fail(where ~ ": a form goes with the date that is written in it") -%}{%- endif -%}
{%- if (given.degrees is defined or given.at is defined or given.neighbours is defined) and form != 'grid' -%}{%- do sqlmetrics.fail(where ~ ": degrees, at and neighbours go with the grid whose cells they lie in") -%}{%- endif -%}
{%- if form == 'seed' and not sqlmetrics.is_relation(given.seed) -%}
{%- do sqlmetrics.fail(where ~ ": write ref('" ~ given.seed ~ "') rather than its name, so that dbt builds it first") -%}
{%- endif -%}
{%- set name = given.get('name') or column ~ (':' ~ given.prefix if form == 'prefix' else ': ' ~ given.date if form == 'date' else ': grid ' ~ given.grid ~ (' with neighbours' if given.neighbours else '') if form == 'grid' else '') -%}
{%- if form == 'seed' and not given.get('name') -%}
{%- set name = given.seed.identifier ~ (':' ~ given.level if given.level is defined else '') -%}
{%- endif -%}
{%- set unmapped = given.get('unmapped', 'error') -%}
{%- set rest = none if unmapped in ['error', 'keep'] else unmapped -%}
{%- set entries = {'name': name, 'unmapped': unmapped if rest is none else 'name', 'rest': rest, 'zero': none} -%}
{%- if form == 'prefix' -%}
{%- if given.prefix is not integer or given.prefix is boolean or given.prefix < 0 -%}{%- do sqlmetrics.fail(where ~ ": prefix is a number of characters, 0 or more") -%}{%- endif -%}
{%- do entries.update({'kind': 'prefix', 'length': given.prefix, 'unmapped': 'keep'}) -%}
{%- do return(entries) -%}
{%- elif form == 'date' -%}
{%- set parts = ['hour', 'day', 'week', 'month', 'year', 'decade'] -%}
{%- if given.date not in parts -%}{%- do sqlmetrics.fail(where ~ ": '" ~ given.date ~ "' is no part of a date; write one of " ~ parts | join(', ')) -%}{%- endif -%}
{%- set written = given.get('form') -%}
{%- if written and written not in sqlmetrics.date_forms() -%}{%- do sqlmetrics.fail(where ~ ": '" ~ written ~ "' is no form of a date; write one of " ~ sqlmetrics.date_forms() | join(', ')) -%}{%- endif -%}
{%- do entries.update({'kind': 'date', 'part': given.date, 'form': written, 'label': false, 'unmapped': 'keep'}) -%}
{%- do return(entries) -%}
{%- elif form == 'grid' -%}
{%- do entries.update({'kind': 'grid', 'grid': sqlmetrics.grid_of(given.grid, given.get('degrees'), given.get('at'), given.get('neighbours', false), where)}) -%}
{%- do return(entries) -%}
{%- elif form == 'cuts' -%}
{%- do entries.update({'kind': 'intervals', 'domains': sqlmetrics.cuts_of(given.cuts, given.get('closed', 'left'), given.get('labels'), where)}) -%}
{%- do return(entries) -%}
{%- elif form == 'intervals' -%}
{%- set intervals = [] -%}
{%- for domain, text in given.intervals.items() -%}{%- do intervals.append(sqlmetrics.interval_of(domain, text, where)) -%}{%- endfor -%}
{%- set intervals = intervals | sort(attribute='start') | list -%}
{%- for after in intervals -%}
{%- set before = intervals[loop.index0 - 1] -%}
{%- if not loop.first and (after.start[0] < before.end or after.start[0] == before.end and before.high_closed and after.low_closed) -%}
{%- do sqlmetrics.fail(where ~ ": the domains '" ~ before.name ~ "' and '" ~ after.name ~ "' overlap") -%}
{%- endif -%}
{%- endfor -%}
{%- do entries.update({'kind': 'intervals', 'domains': intervals}) -%}
{%- do return(entries) -%}
{%- endif -%}
{%- set pairs = [] -%}
{%- if form == 'mapping' -%}
{%- do pairs.extend(given.mapping.items()) -%}
{%- elif form == 'domains' -%}
{%- for domain, members in given.domains.items() -%}{%- for value in members -%}{%- do pairs.append([value, domain]) -%}{%- endfor -%}{%- endfor -%}
{%- else -%}
{%- do pairs.extend(sqlmetrics.seed_rows(given.seed, given.get('level'), where)) -%}
{%- endif -%}
{%- set mapping = sqlmetrics.mapping_of(pairs, where) -%}
{%- do entries.update({'zero': mapping.get('0.0')}) -%}
{%- if mapping | length > 64 -%}
{%- do entries.update({'kind': 'table', 'pairs': mapping.items() | list}) -%}
{%- do return(entries) -%}
{%- endif -%}
{%- set members = {} -%}
{%- for value, domain in mapping.items() -%}
{%- if domain not in members -%}{%- do members.update({domain: []}) -%}{%- endif -%}
{%- do members[domain].append(value) -%}
{%- endfor -%}
{%- set domains = [] -%}
{%- for domain, values in members.items() -%}{%- do domains.append({'name': domain, 'members': values}) -%}{%- endfor -%}
{%- do entries.update({'kind': 'values', 'domains': domains}) -%}
{%- do return(entries) -%}
{%- endmacro %}
