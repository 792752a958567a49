"""The file of a genre's data: reading, writing with one datum a line, and extending it."""

import json
from collections.abc import Collection
from pathlib import Path
from typing import Any

# The keys of the file in their order; README.md in the folder above says what they hold.
LISTS = ("published", "solved", "wrong", "alone", "counts", "refused", "back", "disagree")
KEYS = ("name", "source", "layout", "names", "implied", "made", "game_ids", "unheld", *LISTS)
Datum = list[Any]
Data = dict[str, Any]


def read(path: Path) -> Data:
    """The data of a file, or of a genre that has none yet."""
    known: Data = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    return {"layout": {}, "names": {}, **{key: [] for key in LISTS}, **known}


def text(data: Data) -> str:
    """The file, one datum a line; keys without anything are left out."""

    def block(value: Any) -> str:
        if isinstance(value, list):
            return "[\n " + ",\n ".join(json.dumps(each, ensure_ascii=False) for each in value) + "]"
        if isinstance(value, dict) and len(value) > 1:
            lines = (f"{json.dumps(key)}: {json.dumps(each, ensure_ascii=False)}" for key, each in value.items())
            return "{\n " + ",\n ".join(lines) + "}"
        return json.dumps(value, ensure_ascii=False)

    return "{" + ",\n".join(f'"{key}": {block(data[key])}' for key in KEYS if data.get(key)) + "}\n"


def identity(key: str, datum: Datum) -> tuple[str, ...]:
    """What a datum is about: its board, and its answer if it has one."""
    if key in ("solved", "wrong", "alone"):
        return tuple(datum[:2])
    return tuple(datum[:1] + datum[4:]) if key == "disagree" else tuple(datum[:1])


def merge(old: Data, new: Data, sentences: Collection[str]) -> tuple[Data, list[str]]:
    """Extend old data by new ones, and say what is new and what came out otherwise.

    ``sentences`` are those of the program: what old data say of others is dropped.  A reason, and the sentence of
    a code, stay as they are.
    """
    merged, news = dict(old), []
    for key in ("name", "source", "layout"):
        if old.get(key) and new.get(key) and old[key] != new[key]:
            news.append(f"{key}: {new[key]} was found, {old[key]} is kept")
        merged[key] = old.get(key) or new.get(key)
    gone = [code for code, sentence in old["names"].items() if sentence and sentence not in sentences]
    news += [f"names: {code}: the program has no sentence {old['names'][code]!r} any more" for code in gone]
    merged["names"] = new["names"] | {code: s for code, s in old["names"].items() if code not in gone}
    for key in LISTS:
        kept = [datum for datum in old[key] if key != "alone" or datum[3] in sentences]
        if len(kept) < len(old[key]):
            news.append(f"{key}: {len(old[key]) - len(kept)} of sentences that the program has no more are dropped")
        known = {identity(key, datum): datum for datum in kept}
        added = [datum for datum in new[key] if identity(key, datum) not in known]
        for datum in new[key]:
            before = known.get(identity(key, datum), datum)
            width = 3 if key == "disagree" else 2
            if key == "disagree" and not before[3]:
                before[3] = datum[3]
            if before[:width] != datum[:width]:
                news.append(f"{key}: {datum[0]} is {before[1:width]} in the file and {datum[1:width]} now")
        merged[key] = kept + added
        if added:
            news.append(f"{key}: {len(added)} new, {len(merged[key])} in all")
    agreed = {datum[0] for key in ("published", "counts") for datum in new[key]}
    news += [
        f"disagree: {datum[0]} is no longer one: take it out"
        for datum in old["disagree"]
        if datum[0] in agreed and len(datum) < 5
    ]
    return merged, news
