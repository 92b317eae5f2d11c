{#-
Partitions by column, where `lat,lon` with a grid stands for one of each of the two, as `paired_grids` of the Python
package makes them: columns whose names say latitude and longitude are in degrees, so that the grid is in metres.
-#}
{%- macro paired_grids(partitions) -%}
{%- set found = {} -%}
{%- for column, entry in (partitions or {}).items() -%}
{%- set only = entry[0] if entry is not string and entry is not mapping and entry is sequence and entry | length == 1 else entry -%}
{%- set names = column.split(',') -%}
{%- if names | length == 2 and names[0] and names[1] and only is mapping and only.grid is defined -%}
{%- set degrees = [] -%}
{%- for name in names -%}
{%- set said = [none] -%}
{%- for word in modules.re.findall('[A-Z]?[a-z]+|[A-Z]+', name) -%}
{%- do said.append('latitude' if word | lower in ['lat', 'latitude'] else 'longitude' if word | lower in ['lon', 'lng', 'longitude'] else none) -%}
{%- endfor -%}
{%- do degrees.append((said | select | list + [none])[0]) -%}
{%- endfor -%}
{%- for name in names -%}
{%- set own = dict(only) -%}
{%- do own.pop('at', none) -%}
{%- if 'latitude' in degrees and 'longitude' in degrees -%}
{%- do own.update({'degrees': degrees[loop.index0]}) -%}
{%- if degrees[loop.index0] == 'longitude' -%}{%- do own.update({'at': only.get('at', 0)}) -%}{%- endif -%}
{%- endif -%}
{%- do found.update({name: own}) -%}
{%- endfor -%}
{%- else -%}{%- do found.update({column: entry}) -%}
{%- endif -%}
{%- endfor -%}
{%- do return(found) -%}
{%- endmacro %}
