{#-
The entries of a plan, for the shared macro `score`, from the words of a dbt project; `plan_entries`
of the Python package makes the same. Roles that are not given are those of the columns' meta. It
needs a connection, since the columns of a relation that exists are looked up. Where an attacker knows
some points of a person, `known` has them for the macros of `events`. Of several `attackers` the plan is about
all that they know, and has the plan of each by name; `others` are columns that one of them does not know.
-#}
{%- macro plan(relation, quasi_identifiers=none, sensitive=none, individual=none, partitions=none, orders=none, hierarchies=none, metrics=none, parameters=none, level='table', nulls='category', show_values=false, limit=none, suppressed=none, keep_suppressed=false, by=none, show_slices=false, known=none, targets=none, attackers=none, others=none) -%}
{%- set roles = sqlmetrics.roles(relation) -%}
{%- set attackers = sqlmetrics.attackers_given(attackers, {'quasi_identifiers': quasi_identifiers, 'by': by, 'known': known, 'suppressed': suppressed}, level) -%}
{%- if attackers is not none -%}{%- set quasi_identifiers = sqlmetrics.known_columns(attackers) -%}{%- endif -%}
{%- set keys = sqlmetrics.as_list(quasi_identifiers) -%}
{%- set attributes = sqlmetrics.as_list(sensitive) -%}
{%- set sliced = sqlmetrics.slices_of(by) -%}
{%- set slices = sliced.keys() | list -%}
{%- set given_roles = slices + keys + attributes + sqlmetrics.as_list(individual) + (others or []) -%}
{%- if quasi_identifiers is none -%}{%- set keys = roles.quasi_identifiers | reject('in', given_roles) | list -%}{%- endif -%}
{%- if sensitive is none -%}{%- set attributes = roles.sensitive | reject('in', given_roles) | list -%}{%- endif -%}
{%- set person = roles.individual if individual is none and roles.individual not in given_roles else individual -%}
{%- set plans = {} -%}
{%- for name, columns in (attackers or {}).items() -%}
{%- do plans.update({name: sqlmetrics.plan(relation, columns, attributes, person, partitions, orders, hierarchies, metrics, parameters, level, nulls, others=keys | reject('in', columns) | list)}) -%}
{%- endfor -%}
{%- if attackers is not none -%}{%- do sqlmetrics.check_known(roles, keys + attributes + sqlmetrics.as_list(person)) -%}{%- endif -%}
{%- set known = sqlmetrics.known_given(known, targets, person, by, level) -%}
{%- set whole = known is string -%}
{%- set some = known is not none and not whole -%}
{%- set told_apart = person is not none and not whole -%}
{%- set orders = {} if some else orders or {} -%}
{%- set hierarchies = {} if some else hierarchies or {} -%}
{%- set given = sqlmetrics.parameters_given(parameters) -%}
{%- if level not in ['table', 'class'] -%}{%- do sqlmetrics.fail("level is table or class, not '" ~ level ~ "'") -%}{%- endif -%}
{%- if nulls not in ['category', 'drop', 'any'] -%}{%- do sqlmetrics.fail("nulls is category, drop or any, not '" ~ nulls ~ "'") -%}{%- endif -%}
{%- if nulls == 'any' and (person is not none or attackers is not none or others or known is not none) -%}
{%- do sqlmetrics.fail('individual, attackers and known go by classes of equal keys, which nulls: any does not have; leave them out, or say nulls: category') -%}
{%- elif nulls == 'any' and keys | length > 62 -%}
{%- do sqlmetrics.fail('nulls: any takes at most 62 quasi-identifiers; leave some out') -%}
{%- endif -%}
{%- if limit is not none and (limit is not integer or limit < 1) -%}{%- do sqlmetrics.fail('limit is the number of classes to keep, at least 1 (found: ' ~ limit ~ ')') -%}{%- endif -%}
{%- if not keys -%}
{%- do sqlmetrics.fail("name at least one quasi-identifier: quasi_identifiers: [age, zip], or in a column's meta sqlmetrics: {role: quasi_identifier}" ~ ("; a unit test knows no meta, so name them in its model" if 'nodes' not in graph else "")) -%}
{%- endif -%}
{%- for column in slices if column in keys -%}
{%- do sqlmetrics.fail("column '" ~ column ~ "' is named by `by`, where each of its values is a table of its own, and as a quasi-identifier, which an attacker knows within one table; choose the one that is meant") -%}
{%- endfor -%}
{%- set seen = [] -%}
{%- for column in slices + keys + attributes + ([person] if person is not none else []) -%}
{%- if column is not string -%}{%- do sqlmetrics.fail("a column's name is text, not " ~ column) -%}{%- endif -%}
{%- if column in seen -%}{%- do sqlmetrics.fail("column '" ~ column ~ "' is named twice; each column has one role, of quasi-identifier, sensitive attribute and individual" ~ (', or is one of slices' if slices else '')) -%}{%- endif -%}
{%- do seen.append(column) -%}
{%- endfor -%}
{%- if 'identity' in attributes -%}{%- do sqlmetrics.fail("a sensitive column named 'identity' cannot be told from the target of that name; rename it in a model") -%}{%- endif -%}
{%- if suppressed is mapping and suppressed.keys() | sort != keys | sort -%}
{%- do sqlmetrics.fail('suppressed: give one mark for all quasi-identifiers, or the mark of each of them') -%}
{%- elif keep_suppressed and suppressed is none -%}
{%- do sqlmetrics.fail('keep_suppressed goes with suppressed, the mark of a suppressed value') -%}
{%- endif -%}
{%- set recoded = {} -%}
{%- for column, entry in roles.partitions.items() -%}
{%- for name in seen if name | lower == column | lower -%}{%- do recoded.update({name: entry}) -%}{%- endfor -%}
{%- endfor -%}
{%- for column, entry in sqlmetrics.paired_grids(partitions).items() if column not in (others or []) -%}{%- do recoded.update({column: entry}) -%}{%- endfor -%}
{%- for column in recoded if column not in slices + keys + attributes -%}
{%- do sqlmetrics.fail("partition of '" ~ column ~ "': the column is neither a quasi-identifier nor sensitive; add it as one") -%}
{%- endfor -%}
{%- for column in (orders.keys() | list) + (hierarchies.keys() | list) if column not in attributes -%}
{%- do sqlmetrics.fail("'" ~ column ~ "' has an order or a hierarchy, but is not a sensitive attribute; add it as one") -%}
{%- endfor -%}
{%- set asked = sqlmetrics.as_list(metrics) -%}
{%- set metrics_at_level = sqlmetrics.metrics_asked(asked, level) -%}
{%- if nulls == 'any' -%}
{%- for metric in metrics_at_level if asked and 'all' not in asked and not metric.wildcards -%}
{%- do sqlmetrics.fail(metric.name ~ ' is about classes of equal keys, which nulls: any does not have; it has ' ~ (sqlmetrics.catalogue() | selectattr('wildcards') | map(attribute='name') | join(', '))) -%}
{%- endfor -%}
{%- set metrics_at_level = metrics_at_level | selectattr('wildcards') | list -%}
{%- endif -%}
{%- set spelled = sqlmetrics.spelled(relation, seen) -%}
{%- if spelled.values() | unique(case_sensitive=true) | list | length != seen | length -%}
{%- do sqlmetrics.fail('two of these names are one column, which has one role: ' ~ seen | join(', ')) -%}
{%- endif -%}
{%- set marks = [] -%}
{%- for column in (suppressed if suppressed is mapping else keys) if suppressed is not none and not keep_suppressed -%}
{%- do marks.append({'column': spelled[column], 'text': suppressed[column] if suppressed is mapping else suppressed}) -%}
{%- endfor -%}
{%- set plain = not orders and not hierarchies and 't_closeness_ordered' not in asked and 'expected_information' not in metrics_at_level | map(attribute='needs') -%}
{%- set key_plans = [] -%}
{%- for column in slices + keys -%}
{%- set entries = sqlmetrics.as_list(recoded.get(column)) -%}
{%- set dates = sliced.get(column, []) | reject('equalto', 'public') | list -%}
{%- if entries | length + dates | length > 1 -%}{%- do sqlmetrics.fail(('column of slices' if column in slices else 'quasi-identifier') ~ " '" ~ column ~ "' has " ~ (entries | length + dates | length) ~ " partitions; it is recoded by one") -%}{%- endif -%}
{%- do key_plans.append({
    'number': loop.index,
    'column': spelled[column],
    'name': sqlmetrics.csv_name(column),
    'alias': spelled[column] if sqlmetrics.own_name(spelled[column], plain) else none,
    'recoding': {'name': column ~ ': ' ~ dates[0], 'unmapped': 'keep', 'rest': none, 'zero': none, 'kind': 'first', 'form': none, 'length': 7 if dates[0] == 'month' else 4} if dates else sqlmetrics.recoding(column, entries[0] if entries else none),
}) -%}
{%- endfor -%}
{%- for key in key_plans if key.recoding and key.recoding.kind == 'grid' and key.recoding.grid.neighbours and not (some and known is integer) -%}
{%- do sqlmetrics.fail("partition of '" ~ key.column ~ "': an attacker who is off by a cell knows points of a person; say how many, known: 2, or leave neighbours out") -%}
{%- endfor -%}
{%- set aims = [{'number': 0, 'name': 'identity', 'attribute': none, 'recoding': none, 'order': none, 'hierarchies': []}] -%}
{%- set columns = [] -%}
{%- for column in attributes -%}
{%- do columns.append(spelled[column]) -%}
{%- set attribute = loop.index -%}
{%- set named = [] -%}
{%- set entries = sqlmetrics.as_list(recoded.get(column)) or [none] -%}
{%- for entry in entries -%}
{%- set recoding = sqlmetrics.recoding(column, entry) -%}
{%- if recoding is not none -%}
{%- if recoding.kind == 'grid' and recoding.grid.neighbours -%}{%- do sqlmetrics.fail("partition of '" ~ column ~ "': known places have neighbours, and this is sensitive; leave them out") -%}{%- endif -%}
{%- if recoding.name in named -%}{%- do sqlmetrics.fail("the partitions of '" ~ column ~ "' need names of their own (name: ..)") -%}{%- endif -%}
{%- do named.append(recoding.name) -%}
{%- do aims.append({'number': aims | length, 'name': column, 'attribute': attribute, 'recoding': recoding, 'order': none, 'hierarchies': []}) -%}
{%- else -%}
{%- set order = orders.get(column) -%}
{%- if order is not none and not (order is string and order == 'natural') -%}
{%- if order is string or not order -%}{%- do sqlmetrics.fail("the order of '" ~ column ~ "' is natural, or a list of its values") -%}{%- endif -%}
{%- set values = [] -%}
{%- for value in order -%}{%- do values.append(sqlmetrics.as_text(value)) -%}{%- endfor -%}
{%- if values | unique(case_sensitive=true) | list | length != values | length -%}{%- do sqlmetrics.fail("the order of '" ~ column ~ "' must name each value once") -%}{%- endif -%}
{%- set order = values -%}
{%- elif order is none and 't_closeness_ordered' in asked -%}
{%- set order = 'natural' -%}
{%- endif -%}
{%- set trees = sqlmetrics.hierarchies_of(column, hierarchies[column]) if column in hierarchies else [] -%}
{%- do aims.append({'number': aims | length, 'name': column, 'attribute': attribute, 'recoding': none, 'order': order, 'hierarchies': trees}) -%}
{%- endif -%}
{%- endfor -%}
{%- if (column in orders or column in hierarchies) and entries | length == named | length -%}
{%- do sqlmetrics.fail("'" ~ column ~ "' is measured on partitions only; its order or hierarchy is of the values as they are: add raw") -%}
{%- endif -%}
{%- endfor -%}
{%- set of_people = ['appearances'] if told_apart and not some else [] -%}
{%- set of_identity = ['identity', 'events'] if some else ['any', 'identity'] + of_people -%}
{%- set of_attribute = ['any', 'sensitive'] + of_people -%}
{%- set scopes = of_identity + (of_attribute if attributes else []) -%}
{%- for target in aims -%}
{%- if target.order is not none -%}{%- do scopes.append('ordered') -%}{%- endif -%}
{%- if target.hierarchies -%}{%- do scopes.append('hierarchical') -%}{%- endif -%}
{%- endfor -%}
{%- set scored = [] -%}
{%- for metric in metrics_at_level -%}
{%- if some and not metric.known -%}
{%- if asked and 'all' not in asked -%}
{%- do sqlmetrics.fail(metric.name ~ ' is not scored where some points of a person are known, as ' ~ (sqlmetrics.catalogue() | selectattr('known') | map(attribute='name') | join(', ')) ~ ' are; leave it out, or say known: all') -%}
{%- endif -%}
{%- elif metric.targets in scopes -%}
{%- do scored.append(metric) -%}
{%- elif asked and 'all' not in asked -%}
{%- do sqlmetrics.fail(metric.name ~ ' needs ' ~ ('the number of points that an attacker knows: known: 4' if metric.targets == 'events' else "people who may have several records: individual: patient, or in a column's meta sqlmetrics: {role: individual}" if metric.targets == 'appearances' else "a hierarchy of a sensitive attribute: hierarchies: {disease: ref('a_seed')}" if metric.targets == 'hierarchical' else "a sensitive attribute" ~ (' that is measured as it is' if metric.targets == 'ordered' else '') ~ ": sensitive: disease, or in a column's meta sqlmetrics: {role: sensitive}")) -%}
{%- endif -%}
{%- endfor -%}
{%- set measured = [] -%}
{%- set measured_columns = [] -%}
{%- for target in aims -%}
{%- set scopes = of_identity if target.attribute is none else of_attribute + (['ordered'] if target.order is not none else []) + (['hierarchical'] if target.hierarchies else []) -%}
{%- set own = scored | map(attribute='targets') | select('in', scopes) | list -%}
{%- if own -%}
{%- if target.attribute is not none and columns[target.attribute - 1] not in measured_columns -%}{%- do measured_columns.append(columns[target.attribute - 1]) -%}{%- endif -%}
{%- do target.update({'number': measured | length, 'attribute': none if target.attribute is none else measured_columns.index(columns[target.attribute - 1]) + 1}) -%}
{%- do measured.append(target) -%}
{%- endif -%}
{%- endfor -%}
{%- set target_plans = [] -%}
{%- for target in measured -%}{%- do target_plans.append(sqlmetrics.target_plan(target, scored, given, level, told_apart)) -%}{%- endfor -%}
{%- for target in target_plans if some -%}{%- do target.update({'scopes': of_identity if target.attribute is none else of_attribute}) -%}{%- endfor -%}
{%- set value_aliases = [] -%}
{%- for column in measured_columns -%}{%- do value_aliases.append(column if sqlmetrics.own_name(column, plain) else none) -%}{%- endfor -%}
{%- set metric_plans = [] -%}
{%- for metric in scored -%}{%- do metric_plans.append(sqlmetrics.metric_plan(metric, given, told_apart, whole)) -%}{%- endfor -%}
{%- set strict = ([] if whole else key_plans | map(attribute='recoding') | list) + measured | map(attribute='recoding') | list -%}
{%- set strict = strict | reject('none') | map(attribute='unmapped') | select('equalto', 'error') | list | length > 0 -%}
{%- set one_of_several = attackers is not none or others is not none -%}
{%- if known is not none or one_of_several -%}
{%- set numbered = [] -%}
{%- for key in key_plans -%}{%- do numbered.append(dict(key, alias=none)) -%}{%- endfor -%}
{%- set key_plans = numbered -%}
{%- set value_aliases = [] if some or one_of_several else value_aliases -%}
{%- endif -%}
{%- set ranked = level == 'class' and measured | map(attribute='attribute') | reject('none') | list | length > 0 -%}
{%- set entries = {
    'relation': sqlmetrics.from_text(relation),
    'counted': none,
    'population': none,
    'weight': none,
    'household': none,
    'suppressed': marks,
    'quasi_identifiers': key_plans,
    'slices': slices | length,
    'show_slices': sqlmetrics.slices_named(by, show_slices),
    'most_slices': none,
    'attributes': measured_columns,
    'value_aliases': value_aliases,
    'targets': target_plans,
    'metrics': metric_plans,
    'facts': [] if some else sqlmetrics.needed_facts(metric_plans, level, strict, ranked=ranked).split(),
    'withheld': none,
    'individual': spelled[person] if person is not none else none,
    'points': none,
    'nulls': nulls,
    'level': level,
    'expected': 'expected_information' in scored | map(attribute='needs'),
    'often': 10000,
    'sizes': false,
    'hidden': 'hidden_records' in scored | map(attribute='needs'),
    'show_values': show_values,
    'named_keys': false,
    'limit': limit,
    'numbered': false,
    'way': 'textbook',
} -%}
{%- do entries.update({'attackers': plans, 'known': sqlmetrics.known_entry(known, targets, given) if some else none}) -%}
{%- if whole -%}
{%- set points = dict(entries, attributes=[], value_aliases=[], targets=[dict(target_plans[0], attribute=none, recoding=none)]) -%}
{%- do entries.update(sqlmetrics.traces_plan(points, measured_columns, plain)) -%}
{%- do entries.update({'individual': none, 'suppressed': [], 'points': points}) -%}
{%- endif -%}
{%- do return(entries) -%}
{%- endmacro %}
