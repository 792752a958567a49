// What can be undone, and done again.

/** What there was before each change; `now` gives what there is, and `restore` goes back to what was. */
export function pastOf(now, restore) {
  const [past, future] = [[], []];
  const step = (from, to) => () => {
    if (!from.length) return false;
    to.push(now());
    restore(from.pop());
    return true;
  };
  return {
    begin: () => (past.length = future.length = 0),
    note: before => (past.push(before), (future.length = 0)),
    undo: step(past, future),
    redo: step(future, past),
    canUndo: () => past.length > 0,
    canRedo: () => future.length > 0,
  };
}
