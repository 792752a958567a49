"""How long work in a process of its own may take to stop, and how much it may hold: every number, with its reason."""

# Seconds

# A worker that was told to stop is killed if it has not: a search stops within 50 ms, grounding never does, and who
# waits for this is a person.
STOP = 0.1
# How often it is looked meanwhile.
STOPPING = 0.01
# A worker that keeps a time limit itself is killed so much later: one board of a batch, of which nothing is told then;
# and a request of the page, which draws what it has found till then.
GRACE, DRAWING = 0.25, 2.0
# How often a worker looks whether the process that started it is still there: what is left behind takes a processor.
ORPHAN = 0.25
# The longest wait for a line before limits are looked at, where none says a shorter time.
LOOK = 0.05
# Events are written at once at the beginning of an answer, for those who wait for the first ones; later ones are kept
# together, as each writing costs as much as finding a solution.
FIRST, TOGETHER = 32, 0.02
# A file that was changed so lately is read again: it may change once more within the clock of the file system.
RECENT = 2.0

# Mebibytes

# A worker that is kept may hold so much more than at its start: symbols of clingo are never freed, and a start costs
# as much as ten boards.
GROWN = 200
# The wall behind a memory limit, where memory is taken faster than it is looked at: the limit once more, what the
# allocator keeps, and for each solving thread its stack.
SPARE, STACK = 500, 80
