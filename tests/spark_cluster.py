"""A Spark cluster of two executors in processes of their own, and its event log."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

MASTER = "local-cluster[2,1,1024]"


class Ran(NamedTuple):
    """The result of a job: its JSON, its executors, records read, bytes shuffled, and seconds."""

    result: dict[str, Any]
    executors: int
    records_read: int
    shuffled_bytes: int
    shuffled_records: int
    seconds: float
    whole_seconds: float


def run_on_cluster(relation: str, arguments: list[str], folder: Path) -> Ran:
    """Score a relation by the command line on the cluster; the folder has its settings and log."""
    events = folder / "events"
    events.mkdir(parents=True)
    settings = {
        "spark.eventLog.enabled": "true",
        "spark.eventLog.dir": events.as_uri(),
        "spark.eventLog.rolling.enabled": "false",
        "spark.eventLog.compress": "false",
        "spark.sql.shuffle.partitions": "4",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
    }
    (folder / "spark-defaults.conf").write_text("".join(f"{name} {value}\n" for name, value in settings.items()))
    environment = os.environ | {"SPARK_CONF_DIR": str(folder), "PYTHONPATH": str(Path(__file__).parent.parent)}
    command = [
        sys.executable,
        "-m",
        "sqlmetrics",
        "score",
        relation,
        *arguments,
        "--url",
        f"spark:{MASTER}",
        "--format",
        "json",
    ]
    start = time.perf_counter()
    ended = subprocess.run(command, capture_output=True, text=True, env=environment, cwd=folder, check=False)
    whole = time.perf_counter() - start
    assert ended.returncode == 0, ended.stderr[-2000:]
    (log,) = events.iterdir()
    with log.open() as lines:
        return _read(json.loads(ended.stdout), (json.loads(line) for line in lines), whole)


def _read(result: dict[str, Any], events: Iterator[dict[str, Any]], whole: float) -> Ran:
    executors: set[str] = set()
    of_files: set[int] = set()
    read = shuffled = records = 0
    moments: list[int] = []
    for event in events:
        kind = event["Event"].rpartition(".")[2]
        if kind == "SparkListenerExecutorAdded":
            executors.add(event["Executor ID"])
        elif kind in {"SparkListenerSQLExecutionStart", "SparkListenerSQLExecutionEnd"}:
            moments.append(event["time"])
        elif kind == "SparkListenerStageSubmitted":
            stage = event["Stage Info"]
            if any(rdd["Name"] == "FileScanRDD" for rdd in stage["RDD Info"]):
                of_files.add(stage["Stage ID"])
        elif kind == "SparkListenerTaskEnd":
            metrics = event.get("Task Metrics") or {}
            if event["Stage ID"] in of_files:
                read += metrics["Input Metrics"]["Records Read"]
            shuffled += metrics["Shuffle Write Metrics"]["Shuffle Bytes Written"]
            records += metrics["Shuffle Write Metrics"]["Shuffle Records Written"]
    return Ran(result, len(executors), read, shuffled, records, (moments[-1] - moments[0]) / 1000, whole)
