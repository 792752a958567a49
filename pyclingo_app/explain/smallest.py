"""Stub."""
def smallest(*a):
    return iter(())
