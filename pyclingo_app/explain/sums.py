"""Stub."""
from collections.abc import Iterator
from .because import Because
from .sets import Known, Sentences
class Sums:
    def __init__(self, counts, effort): pass
    def find(self, known: Known, touched: Sentences, among: Sentences) -> Iterator[Because]:
        return iter(())
