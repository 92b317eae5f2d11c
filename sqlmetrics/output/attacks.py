"""The built-in attacks: a list with what each needs, and one explained."""

from __future__ import annotations

from collections.abc import Sequence

from sqlmetrics.output.forms import Forms
from sqlmetrics.output.report import Block, Column, Glossary, Heading, Paragraph, Report, TermEntry, table
from sqlmetrics.release.attack.descriptions import AttackDescription


def attack_list(attacks: Sequence[AttackDescription]) -> tuple[Block, ...]:
    """Return each attack's meaning and needs, under the command that makes it."""
    blocks: list[Block] = []
    for command in dict.fromkeys(attack.command for attack in attacks):
        entries = [
            TermEntry(attack.name, attack.discloses, f"{_sentence(attack.meaning)} Needs {attack.needs}.")
            for attack in attacks
            if attack.command == command
        ]
        blocks += [Heading(f"Attacks of sqlmetrics {command}"), Glossary(tuple(entries))]
    return tuple(blocks)


def attack_blocks(attack: AttackDescription) -> tuple[Block, ...]:
    """Return all facts of an attack."""
    facts = [
        ("command", f"sqlmetrics {attack.command}"),
        ("discloses", attack.discloses),
        ("needs", attack.needs),
        ("metrics", ", ".join(attack.metrics)),
    ]
    return (
        Heading(f"{attack.name}: an attack", 1),
        Paragraph(_sentence(attack.meaning)),
        table([Column(""), Column("")], facts),
    )


def attack_list_forms(attacks: Sequence[AttackDescription]) -> Forms:
    """Return the forms of a list of attacks."""
    return Forms(
        report=lambda: Report((*attack_list(attacks), Paragraph("sqlmetrics metrics NAME explains one."))),
        document=lambda: [attack._asdict() for attack in attacks],
    )


def attack_forms(attack: AttackDescription) -> Forms:
    """Return the forms of one attack, explained."""
    return Forms(report=lambda: Report(attack_blocks(attack)), document=lambda: [attack._asdict()])


def _sentence(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}."
