"""What a worker and who asks it have in common: a line of JSON for each request and each event."""

import json
from collections.abc import Mapping
from typing import Any

# What is said; a kind of event stands under "event".
Event = Mapping[str, Any]

SCHEMA = 2


def line_of(said: Event) -> bytes:
    """Give a line, without its end, that can be read again, whatever its texts hold."""
    text = json.dumps(said, ensure_ascii=False, separators=(",", ":"))
    return text.encode(errors="surrogatepass")


# The first line of a worker, and the one behind the events of each request.
READY, END = (line_of({"schema": SCHEMA, "event": kind}) for kind in ("ready", "end"))
# To a worker: the request at work is no longer wanted.
CANCEL = line_of({"cancel": True})
