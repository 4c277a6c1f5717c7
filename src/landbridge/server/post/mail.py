"""Mail, by SMTP."""

from __future__ import annotations

import re
import smtplib
import ssl
from email.headerregistry import Address
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import formatdate, make_msgid
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from landbridge.engine.refusals import BadInput, LandbridgeError, choices
from landbridge.server.http.addresses import check_host, is_address

PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}
SECONDS = 20.0
"""For each thing that is said to the mail server."""

LONGEST, LONGEST_NAME = 200, 64
"""Letters of an address, and of its part before the @."""

# A dot-atom without what some mail servers read as a command: routes (! %), pipes, encoded words.
_ATOM = r"[A-Za-z0-9_+'&~#$*^{}-]+"
_NAME = re.compile(rf"{_ATOM}(\.{_ATOM})*")
_SENDER = re.compile(r"([^<>]*)<([^<>]+)>")

LOCAL_SENDER = "landbridge@localhost"
"""Who letters come from where nobody has said."""


class MailRefused(LandbridgeError):
    """A letter that the mail server does not take for this address."""


class Letter(NamedTuple):
    """A message and the one address that it goes to."""

    message: EmailMessage
    to: str


def check_server(url: str) -> None:
    """Refuse an address that is no mail server's."""
    found = urlsplit(url)
    if found.scheme not in PORTS or not found.hostname:
        allowed = choices(f"{name}://HOST:{port}" for name, port in PORTS.items())
        raise BadInput(
            f"A mail server is written {allowed}"
            " (with USER:PASSWORD@ before the host if it asks for one)."
        )


def check_recipient(address: str) -> str:
    """A plain mail address, name@host.example, or why it is none."""
    wrong = f"'{address[:80]}' is no mail address"
    name, at, host = address.rpartition("@")
    if not at or not name or not host:
        raise BadInput(f"{wrong}: it is written name@host.example.")
    if len(address) > LONGEST or len(name) > LONGEST_NAME:
        raise BadInput(
            f"{wrong}: it has at most {LONGEST} letters, {LONGEST_NAME} of them before the @."
        )
    if not _NAME.fullmatch(name):
        raise BadInput(
            f"{wrong}: before the @ there are letters from a to z, digits and"
            " _ + - ' & ~ # $ * ^ { } with single dots between them."
        )
    try:
        found = check_host(host)
    except BadInput as problem:
        raise BadInput(f"{wrong}: {problem}") from None
    if not host.isascii() or is_address(found) or "." not in found:
        raise BadInput(f"{wrong}: behind the @ there is a name like host.example.")
    return address


def check_sender(sender: str) -> Address:
    """Who letters come from: an address, or a name with the address in angle brackets."""
    found = _SENDER.fullmatch(sender.strip())
    name, address = (found[1].strip().strip('"'), found[2]) if found else ("", sender.strip())
    if not name.isprintable():
        raise BadInput("The sender of letters has a name on one line.")
    if address != LOCAL_SENDER:
        check_recipient(address)
    return Address(name, addr_spec=address)


def letter(sender: str, to: str, subject: str, body: str, stop: str = "") -> Letter:
    """A plain letter; `stop` is where one can unsubscribe."""
    recipient = check_recipient(to)
    source = check_sender(sender)
    made = EmailMessage(policy=SMTP)
    made["From"] = source
    made["To"] = Address(addr_spec=recipient)
    made["Subject"] = _one_line(subject)
    made["Date"] = formatdate()
    made["Message-ID"] = make_msgid(domain=source.domain or "localhost")
    made["Auto-Submitted"] = "auto-generated"
    if stop:
        made["List-Unsubscribe"] = f"<{_one_line(stop)}>"
    made.set_content(body)
    return Letter(made, recipient)


def _one_line(text: str) -> str:
    """A header has one line, and nothing in it that cannot be printed."""
    return "".join(c for c in " ".join(text.split()) if c.isprintable())


def send(url: str, written: Letter) -> None:
    """Hand a letter to the mail server, for its one recipient; this takes a while."""
    found = urlsplit(url)
    host, port = found.hostname or "", found.port or PORTS[found.scheme]
    if found.scheme == "smtps":
        context = ssl.create_default_context()
        server: smtplib.SMTP = smtplib.SMTP_SSL(host, port, timeout=SECONDS, context=context)
    else:
        server = smtplib.SMTP(host, port, timeout=SECONDS)
    with server:
        if found.scheme == "smtp+starttls":
            server.starttls(context=ssl.create_default_context())
        if found.username:
            server.login(unquote(found.username), unquote(found.password or ""))
        source = written.message["From"].addresses[0].addr_spec
        try:
            server.send_message(written.message, source, [written.to])
        except smtplib.SMTPRecipientsRefused as problem:
            code, text = problem.recipients[written.to]
            shown = _one_line(text.decode(errors="replace") if isinstance(text, bytes) else text)
            raise MailRefused(
                f"{written.to} is refused by the mail server: {code} {shown}"
            ) from None
