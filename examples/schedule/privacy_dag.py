"""Holds the releases to their thresholds every night."""

from datetime import datetime, timedelta

from airflow.providers.standard.operators.bash import BashOperator
from airflow.sdk import DAG

with DAG(
    "privacy",
    schedule="15 3 * * *",
    start_date=datetime(2026, 1, 1),
    catchup=False,
    default_args={"retries": 2, "retry_delay": timedelta(minutes=5)},
):
    BashOperator(
        task_id="check",
        bash_command="sqlmetrics run jobs.yml --history history --run-id '{{ run_id }}'",
        cwd="/srv/releases",
    )
