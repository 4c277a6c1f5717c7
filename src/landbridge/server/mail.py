"""Mail, by SMTP."""

from __future__ import annotations

import smtplib
import ssl
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from urllib.parse import unquote, urlsplit

from landbridge.engine.refusals import BadInput, choices

PORTS = {"smtp": 25, "smtp+starttls": 587, "smtps": 465}
SECONDS = 30.0


def check_server(url: str) -> None:
    """Refuse an address that is no mail server's."""
    found = urlsplit(url)
    if found.scheme not in PORTS or not found.hostname:
        allowed = choices(f"{name}://HOST:{port}" for name, port in PORTS.items())
        raise BadInput(
            f"A mail server is written {allowed}"
            " (with USER:PASSWORD@ before the host if it asks for one)."
        )


def letter(sender: str, to: str, subject: str, body: str, stop: str = "") -> EmailMessage:
    """A plain letter; `stop` is where one can unsubscribe."""
    made = EmailMessage()
    made["From"], made["To"], made["Subject"] = sender, to, subject
    made["Date"] = formatdate()
    made["Message-ID"] = make_msgid(domain=sender.rpartition("@")[2].strip(">") or "localhost")
    made["Auto-Submitted"] = "auto-generated"
    if stop:
        made["List-Unsubscribe"] = f"<{stop}>"
    made.set_content(body)
    return made


def send(url: str, message: EmailMessage) -> None:
    """Hand a letter to the mail server; this takes a while."""
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
        server.send_message(message)
