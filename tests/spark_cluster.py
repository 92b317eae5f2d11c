"""A Spark cluster of executors in processes of their own, and what its event log says of a job."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

MEMORY = 1024
"""The memory of each executor, in MB: Spark's own setting, `spark.executor.memory`."""

QUICK = {
    f"spark.{process}.extraJavaOptions": "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC -Xverify:none"
    for process in ("driver", "executor")
}
"""Settings for few records: Java starts and compiles in half the time, and computes slower."""


def master(executors: int) -> str:
    """Return the master of Spark's standalone cluster on this machine, of executors with a core."""
    return f"local-cluster[{executors},1,{MEMORY}]"


@dataclass
class Stage:
    """The tasks of a stage together; where it `scans`, it reads files, and no cached counts.

    `shuffled` and `shuffled_bytes` are what they write for other tasks, `most_shuffled` the most
    that one of them writes, in rows; `cpu` are core-seconds of the executors.
    """

    scans: bool
    tasks: int = 0
    read: int = 0
    shuffled: int = 0
    shuffled_bytes: int = 0
    most_shuffled: int = 0
    cpu: float = 0.0
    seconds: float = 0.0


@dataclass
class Job:
    """What the event log says: the executors, the stages, and the most memory of an executor.

    `heap_mb` is what the heap held at most, with what is not yet collected, `pool_mb` what Spark
    held there for group-bys and the cached counts.
    """

    executors: set[str] = field(default_factory=set)
    stages: dict[int, Stage] = field(default_factory=dict)
    heap_mb: float = 0.0
    pool_mb: float = 0.0

    @property
    def scans(self) -> list[Stage]:
        """The stages that read the records: of those that scan files, the ones that send counts."""
        return [stage for stage in self.stages.values() if stage.scans and stage.shuffled]

    @property
    def later(self) -> list[Stage]:
        """The stages that read counts, or nothing."""
        return [stage for stage in self.stages.values() if not stage.scans]


class Ran(NamedTuple):
    """The result of a command: what it printed, its event log, and its seconds."""

    printed: str
    job: Job
    seconds: float


def run_on_cluster(arguments: Sequence[str], folder: Path, settings: Mapping[str, str] = MappingProxyType({})) -> Ran:
    """Run Python with arguments that open a Spark session; the folder gets its settings and log."""
    events = folder / "events"
    events.mkdir(parents=True)
    configured = {
        "spark.eventLog.enabled": "true",
        "spark.eventLog.dir": events.as_uri(),
        "spark.eventLog.rolling.enabled": "false",
        "spark.eventLog.compress": "false",
        "spark.executor.metrics.pollingInterval": "100ms",
        "spark.sql.shuffle.partitions": "4",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.driver.host": "127.0.0.1",
        **settings,
    }
    (folder / "spark-defaults.conf").write_text("".join(f"{name} {value}\n" for name, value in configured.items()))
    environment = os.environ | {"SPARK_CONF_DIR": str(folder), "PYTHONPATH": str(Path(__file__).parent.parent)}
    start = time.perf_counter()
    ended = subprocess.run(
        [sys.executable, *arguments], capture_output=True, text=True, env=environment, cwd=folder, check=False
    )
    whole = time.perf_counter() - start
    assert ended.returncode == 0, ended.stderr[-2000:]
    (log,) = events.iterdir()
    with log.open() as lines:
        return Ran(ended.stdout, read_log(json.loads(line) for line in lines), whole)


def read_log(events: Iterator[dict[str, Any]]) -> Job:
    """Return what the events of a log say."""
    job = Job()
    for event in events:
        kind = event["Event"].rpartition(".")[2]
        if kind == "SparkListenerExecutorAdded":
            job.executors.add(event["Executor ID"])
        elif kind == "SparkListenerStageSubmitted":
            stage = event["Stage Info"]
            job.stages[stage["Stage ID"]] = Stage(any(rdd["Name"] == "FileScanRDD" for rdd in stage["RDD Info"]))
        elif kind == "SparkListenerStageCompleted":
            stage = event["Stage Info"]
            job.stages[stage["Stage ID"]].seconds = (stage["Completion Time"] - stage["Submission Time"]) / 1000
        elif kind == "SparkListenerTaskEnd":
            _add(job, job.stages[event["Stage ID"]], event["Task Metrics"], event["Task Executor Metrics"])
    return job


def _add(job: Job, stage: Stage, task: dict[str, Any], executor: dict[str, int]) -> None:
    """Add a task to its stage, and the memory of its executor to the job's peaks."""
    written = task["Shuffle Write Metrics"]
    stage.tasks += 1
    stage.read += task["Input Metrics"]["Records Read"]
    stage.shuffled += written["Shuffle Records Written"]
    stage.shuffled_bytes += written["Shuffle Bytes Written"]
    stage.most_shuffled = max(stage.most_shuffled, written["Shuffle Records Written"])
    stage.cpu += task["Executor CPU Time"] / 1e9
    job.heap_mb = max(job.heap_mb, executor["JVMHeapMemory"] / 2**20)
    job.pool_mb = max(job.pool_mb, executor["OnHeapUnifiedMemory"] / 2**20)
