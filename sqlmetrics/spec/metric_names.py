"""The names of metrics as types at run time: any text; the stub lists them for editors."""

from collections.abc import Sequence

RelationMetric = AttacksMetric = UtilityMetric = MetricName = str
RelationMetrics = MetricNames = Sequence[str] | str
