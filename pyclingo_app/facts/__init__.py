"""Facts: the strict reader of instances, with the position of every fault."""
