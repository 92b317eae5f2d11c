{#-
The cells of a grid of coordinates: see `sqlmetrics.spec.grid`. The width is in the column's unit, or in
metres where the column has `degrees`; of longitudes it holds at the latitude `at`. With `neighbours` a place is in
the cells beside its own, too.
-#}
{%- macro grid_of(width, degrees, at, neighbours, where) -%}
{%- if width is not number or width is boolean or width <= 0 -%}{%- do sqlmetrics.fail(where ~ ": grid is the width of a cell, a number above 0") -%}{%- endif -%}
{%- if neighbours is not boolean -%}{%- do sqlmetrics.fail(where ~ ": neighbours is true or false, not '" ~ neighbours ~ "'") -%}{%- endif -%}
{%- set spans = {'latitude': 180, 'longitude': 360} -%}
{%- if degrees is not none and degrees not in spans -%}{%- do sqlmetrics.fail(where ~ ": '" ~ degrees ~ "' is no kind of degrees; write latitude or longitude") -%}{%- endif -%}
{%- if (at is not none) != (degrees == 'longitude') -%}
{%- do sqlmetrics.fail(where ~ ": `at` goes with `degrees: longitude`; it is the latitude at which a cell has its width, such as 47.2") -%}
{%- endif -%}
{%- if degrees is none -%}
{%- set whole = width | int == width -%}
{%- set farthest = [9e15, 9e15 * width] | min -%}
{%- do return({'start': 0.0, 'size': width | float, 'ends': [0 - farthest, farthest], 'last': none, 'step': width | int if whole else 1, 'neighbours': neighbours}) -%}
{%- endif -%}
{%- if at is not none and (at is not number or at is boolean or at <= -90 or at >= 90) -%}{%- do sqlmetrics.fail(where ~ ": at is a latitude, between -90 and 90") -%}{%- endif -%}
{%- set span = spans[degrees] -%}
{%- set angle = (at or 0) * 0.017453292519943295 -%}
{%- set terms = [1.0] -%}
{%- for n in range(1, 14) -%}{%- do terms.append(0 - terms[-1] * angle * angle / (2 * n * (2 * n - 1))) -%}{%- endfor -%}
{%- set cells = span * 111195.07973436874 * (terms | sum) / width -%}
{%- set near = cells | round -%}
{%- set number = [1, (near if (cells - near) | abs <= 1e-12 * cells else cells) | int] | max -%}
{%- do return({'start': 0 - span / 2, 'size': span / number, 'ends': [0 - span / 2, span / 2], 'cells': number,
    'last': 0 if degrees == 'longitude' else number - 1, 'step': 1, 'neighbours': neighbours}) -%}
{%- endmacro %}
