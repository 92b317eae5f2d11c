"""Who may speak to the desk: one person at one browser of this computer.

The first address has a token, which is good once and gives a cookie of another value. Each request
names this server as its host, and each but the first has the cookie. What changes anything comes
from a page of the desk itself, and has the token of its forms.
"""

from __future__ import annotations

import secrets
import threading
import time
from dataclasses import dataclass, field
from hmac import compare_digest

from werkzeug.exceptions import BadRequest, Forbidden, RequestEntityTooLarge, UnsupportedMediaType
from werkzeug.wrappers import Request, Response

from sqlmetrics.output.page.language import wording

LOCAL = ("127.0.0.1", "localhost")
"""The names of this computer under which the desk may be asked."""

COOKIE = "sqlmetrics_desk"
"""The name of the cookie, before the port: browsers send a cookie to all ports of a host."""

FORM = "application/x-www-form-urlencoded"
"""The form of what is sent; files never are."""

KNOWN_PORT = 80
"""The port that an address of http need not name."""

LARGEST = 64 * 1024
"""The most bytes of a request's body."""

HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""The headers of every response. Without a referrer plain forms would tell no origin."""


def same_secret(given: str, secret: str) -> bool:
    """Return whether a text is a secret, in a time that does not tell how much of it is."""
    return compare_digest(given.encode("utf-8", "surrogatepass"), secret.encode())


def new_secret() -> str:
    """Return a new secret of 192 bits."""
    return secrets.token_urlsafe(24)


@dataclass
class Guard:
    """The secrets of one start of the desk, and the port that it answers at.

    `token` is in the first address, and None once it was used; `cookie` and `form` are what the
    browser and its forms have. `admitted` is when a request was let in last, in seconds of a
    monotonic clock.
    """

    port: int
    token: str | None = field(default_factory=new_secret)
    cookie: str = field(default_factory=new_secret)
    form: str = field(default_factory=new_secret)
    admitted: float = field(default_factory=time.monotonic)
    _entering: threading.Lock = field(default_factory=threading.Lock)

    @property
    def address(self) -> str:
        """The address to open, with the token."""
        return f"http://127.0.0.1:{self.port}/?token={self.token}"

    @property
    def hosts(self) -> set[str]:
        """The hosts that a request may name; browsers leave out the port that all know."""
        return {f"{name}:{self.port}" for name in LOCAL} | ({*LOCAL} if self.port == KNOWN_PORT else set())

    @property
    def cookie_name(self) -> str:
        """The name of the cookie, by which desks at two ports do not take it from one another."""
        return f"{COOKIE}_{self.port}"

    def check(self, request: Request) -> Response | None:
        """Return the page that gives the cookie, where a request has the token; None to go on.

        Raises BadRequest for another host, Forbidden for a stranger, RequestEntityTooLarge and
        UnsupportedMediaType for what is no form.
        """
        if request.environ.get("HTTP_HOST", "") not in self.hosts:
            raise BadRequest(wording("this is the desk of another address"))
        given = request.args.get("token")
        if given is not None and request.method == "GET" and request.path == "/":
            return self._entered(given)
        if not same_secret(request.cookies.get(self.cookie_name, ""), self.cookie):
            raise Forbidden(
                wording("open the desk from where it was started: its address is good for one browser, once")
            )
        if request.method not in {"GET", "HEAD"}:
            self._check_sent(request)
        self.admitted = time.monotonic()
        return None

    def _entered(self, given: str) -> Response:
        """Return a page that sets the cookie and goes on by itself.

        A redirect would not do: where a link on another site was followed, the browser does not
        send the new cookie with it.
        """
        with self._entering:
            if self.token is None or not same_secret(given, self.token):
                raise Forbidden(wording("this address was used before, or by an earlier start; start the desk again"))
            self.token = None
        self.admitted = time.monotonic()
        response = Response(
            f'<!doctype html><title>sqlmetrics desk</title><a href="/">{wording("Go on")}</a>', mimetype="text/html"
        )
        response.headers["Refresh"] = "0; url=/"
        response.set_cookie(self.cookie_name, self.cookie, httponly=True, samesite="Strict", path="/")
        return response

    def _check_sent(self, request: Request) -> None:
        """Raise Forbidden for what no page of the desk sent, RequestEntityTooLarge for too much."""
        origin, site = request.headers.get("Origin"), request.headers.get("Sec-Fetch-Site")
        own = f"http://{request.environ['HTTP_HOST']}"
        if origin is site is None or origin not in {None, own} or site not in {None, "same-origin"}:
            raise Forbidden(wording("this was not sent by a page of the desk"))
        if (request.content_length or 0) > LARGEST or "chunked" in request.headers.get("Transfer-Encoding", ""):
            raise RequestEntityTooLarge(wording("a form of the desk is shorter"))
        if request.mimetype != FORM:
            raise UnsupportedMediaType(wording("the desk takes forms alone"))
        if not same_secret(request.form.get("form", ""), self.form):
            raise Forbidden(wording("this form belongs to an earlier start of the desk; load the page again"))

    def policy(self, style: str, script: str) -> str:
        """Return the content security policy of pages with one style sheet and one script."""
        return (
            f"default-src 'none'; style-src '{style}'; script-src '{script}'; connect-src 'self';"
            " form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
        )
