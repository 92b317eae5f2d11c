"""The public version of a certificate: no value of the data, and no small group.

Every figure that a reader gets passes this module. What draws a certificate decides on nothing.
"""

from __future__ import annotations

from dataclasses import replace

from sqlmetrics.certificate.certificate import Certificate


def published(certificate: Certificate) -> Certificate:
    """Return the public version of an internal certificate."""
    return replace(certificate, audience="public")
