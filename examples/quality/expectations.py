"""Hold the scores of a view to limits, as expectations of Great Expectations."""

import great_expectations as gx
import great_expectations.expectations as gxe

context = gx.get_context(mode="ephemeral")
clinic = context.data_sources.add_sqlite("clinic", connection_string="sqlite:///clinic.db")
scores = clinic.add_table_asset("scores", table_name="privacy_scores").add_batch_definition_whole_table("now")

K = """
select * from (select count(*) as kept from {batch} where metric = 'k_anonymity' and value >= 5) scores
where kept <> 1
"""
limits = gx.ExpectationSuite(
    "privacy", expectations=[gxe.UnexpectedRowsExpectation(description="k is at least 5", unexpected_rows_query=K)]
)
raise SystemExit(0 if scores.get_batch().validate(limits).success else 1)
