"""A server of S3 on this machine, whose requests and bytes are counted."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

KEY, SECRET = "AKIACANARYKEY", "CANARYSECRET"
"""The key of the bucket, and its secret."""


class Request(NamedTuple):
    """A request: its method, its path and the bytes of the answer."""

    method: str
    path: str
    bytes: int


class Bucket:
    """A bucket of a server: what is put there, and what was asked of it."""

    name = "clinic"

    def __init__(self, server: Callable[..., Iterable[bytes]]) -> None:
        self._server = server
        self.requests: list[Request] = []
        self.refused: Callable[[dict[str, Any]], bool] = lambda _: False
        self.endpoint = ""

    def __call__(self, environ: dict[str, Any], start: Callable[..., Any]) -> Iterable[bytes]:
        """Answer a request, and count it."""
        if self.refused(environ):
            start("403 Forbidden", [("Content-Type", "application/xml")])
            return [b"<Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>"]
        body = b"".join(self._server(environ, start))
        read = 0 if environ["REQUEST_METHOD"] == "HEAD" else len(body)
        self.requests.append(Request(environ["REQUEST_METHOD"], environ["PATH_INFO"], read))
        return [body]

    @cached_property
    def client(self) -> Any:
        """What puts files into the bucket."""
        import boto3

        return boto3.client(
            "s3",
            endpoint_url=self.endpoint,
            aws_access_key_id=KEY,
            aws_secret_access_key=SECRET,
            region_name="us-east-1",
        )

    def put(self, name: str, content: bytes | Path) -> str:
        """Put a file into the bucket, and return its address."""
        body = content.read_bytes() if isinstance(content, Path) else content
        self.client.put_object(Bucket=self.name, Key=name, Body=body)
        return f"s3://{self.name}/{name}"

    def put_folder(self, name: str, folder: Path) -> str:
        """Put the files of a folder into the bucket, and return its address."""
        for file in sorted(folder.rglob("*")):
            if file.is_file():
                self.put(f"{name}/{file.relative_to(folder).as_posix()}", file)
        return f"s3://{self.name}/{name}"

    def clear(self) -> None:
        """Remove all files, and forget what was asked."""
        self.refused = lambda _: False
        for one in self.client.list_objects_v2(Bucket=self.name).get("Contents", []):
            self.client.delete_object(Bucket=self.name, Key=one["Key"])
        self.requests.clear()


@contextmanager
def bucket_server() -> Iterator[Bucket]:
    """Give an empty bucket of a server that runs as long."""
    from moto.moto_server.werkzeug_app import DomainDispatcherApplication, create_backend_app
    from werkzeug.serving import WSGIRequestHandler, make_server

    class Quiet(WSGIRequestHandler):
        def log_request(self, *_: Any) -> None:
            """Say nothing."""

    bucket = Bucket(DomainDispatcherApplication(create_backend_app))
    server = make_server("127.0.0.1", 0, bucket, threaded=True, request_handler=Quiet)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        bucket.endpoint = f"http://127.0.0.1:{server.server_port}"
        bucket.client.create_bucket(Bucket=bucket.name)
        yield bucket
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
