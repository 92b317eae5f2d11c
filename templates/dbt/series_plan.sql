{#-
What the shared macro `together` takes of several releases, in the order of their publication: {plans, series},
a plan for each target, and what it takes beside one. `TogetherQuestion` of the Python package makes the same. Roles
that are not given are those of the newest release's meta, and its columns are found in each release.
-#}
{%- macro series_plan(releases, quasi_identifiers=none, sensitive=none, individual=none, partitions=none, suppressed=none, keep_suppressed=false, targets=none) -%}
{%- set releases = sqlmetrics.relations_listed(releases) -%}
{%- if releases | length < 2 -%}
{%- do sqlmetrics.fail('one release gives nothing away together; name two or more, in the order of their publication') -%}
{%- elif releases | length > 48 -%}
{%- do sqlmetrics.fail(releases | length ~ ' releases are too many to compare at once; name 48 at most') -%}
{%- elif targets is not none and targets != 'all' and (targets is not integer or targets is boolean or targets < 1) -%}
{%- do sqlmetrics.fail("targets is the number of people whose values are guessed, at least 1, or all, not '" ~ targets ~ "'") -%}
{%- endif -%}
{%- for release in releases[:-1] if not sqlmetrics.is_relation(release) -%}
{%- do sqlmetrics.fail("write ref('" ~ release ~ "') rather than its name, so that dbt builds the release first") -%}
{%- endfor -%}
{%- set plan = sqlmetrics.plan(releases[-1], quasi_identifiers, sensitive, individual, partitions, suppressed=suppressed, keep_suppressed=keep_suppressed) -%}
{%- if not plan.attributes -%}
{%- do sqlmetrics.fail("releases give away a sensitive attribute together: sensitive: disease, or in a column's meta sqlmetrics: {role: sensitive}") -%}
{%- endif -%}
{%- for key in plan.quasi_identifiers if key.recoding -%}
{%- do sqlmetrics.fail("'" ~ key.column ~ "' has a partition, but releases are compared as they are published; make a model with the recoded values, and name that") -%}
{%- endfor -%}
{%- for target in plan.targets if target.recoding and target.recoding.unmapped == 'error' -%}
{%- do sqlmetrics.fail("partition of '" ~ target.name ~ "': say what becomes of values without a domain, by unmapped: keep or unmapped: NAME") -%}
{%- endfor -%}
{%- set columns = (plan.quasi_identifiers | map(attribute='column') | list) + plan.attributes + ([plan.individual] if plan.individual is not none else []) -%}
{%- set taken = columns | map('lower') | list -%}
{%- set bit = namespace(name='release_bit') -%}
{%- for number in range(1, taken | length + 1) if bit.name in taken -%}{%- set bit.name = 'release_bit' ~ number -%}{%- endfor -%}
{%- set names = [] -%}
{%- for release in releases -%}{%- do names.append(sqlmetrics.shown_name(release)) -%}{%- endfor -%}
{%- set shown = [] -%}
{%- set there = [] -%}
{%- for release in releases -%}
{%- set name = names[loop.index0] -%}
{%- set alike = names[:loop.index] | select('equalto', name) | list | length -%}
{%- do shown.append(name if names | select('equalto', name) | list | length == 1 else name ~ ' (' ~ alike ~ ')') -%}
{%- set spelled = sqlmetrics.spelled(release, columns) -%}
{%- set own = [] -%}
{%- for column in columns -%}{%- do own.append({'name': spelled[column], 'text': false}) -%}{%- endfor -%}
{%- do there.append({'relation': sqlmetrics.from_text(release), 'columns': own}) -%}
{%- endfor -%}
{%- set keys = [{'number': 1, 'column': bit.name, 'name': bit.name, 'alias': none, 'recoding': none}] -%}
{%- for key in plan.quasi_identifiers -%}{%- do keys.append(dict(key, number=loop.index + 1, alias=none)) -%}{%- endfor -%}
{%- set plans = [] -%}
{%- for target in plan.targets if target.attribute is not none -%}
{%- do plans.append(dict(plan,
    relation=sqlmetrics.together_relation(bit.name, columns, there),
    quasi_identifiers=keys,
    slices=1,
    attributes=[plan.attributes[target.attribute - 1]],
    value_aliases=[none],
    targets=[dict(target, number=0, attribute=1)],
)) -%}
{%- endfor -%}
{%- do return({'plans': plans, 'series': {
    'releases': releases | length,
    'drawn': none if targets is string else 10000 if targets is none else targets,
    'names': shown,
    'metrics': sqlmetrics.series_metrics(),
}}) -%}
{%- endmacro %}
