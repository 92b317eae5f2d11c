"""Hold the scores of a view to limits, as expectations of Great Expectations."""

import great_expectations as gx
import great_expectations.expectations as gxe
from great_expectations.expectations.row_conditions import Column

context = gx.get_context(mode="ephemeral")
clinic = context.data_sources.add_sqlite("clinic", connection_string="sqlite:///clinic.db")
scores = clinic.add_table_asset("scores", table_name="privacy_scores").add_batch_definition_whole_table("now")

k = Column("metric") == "k_anonymity"
limits = gx.ExpectationSuite(
    "privacy",
    expectations=[
        gxe.ExpectColumnValuesToNotBeNull(column="value", row_condition=k),
        gxe.ExpectColumnValuesToBeBetween(column="value", min_value=5, row_condition=k),
    ],
)
raise SystemExit(0 if scores.get_batch().validate(limits).success else 1)
