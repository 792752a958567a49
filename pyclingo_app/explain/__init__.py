"""Explanations from the sentences above the rules.

How the files of this room fit together, from what they stand on to what is asked of them:

    sets, because, effort, terms    marks and sentences as typed sets; why, in one record; every limit; what is said
    scope, about                    a problem whose sentences can be switched on and off; what sentences are about
    singles, walls, sums, inside    what single sentences give: by tables, by who is cut off (reaching, flows), and
                                    counts together (covers); whether the rules inside one sentence show it, and by how
                                    many what they count is off (amiss)
    follow, questions, reasons      lines, arguments, cases; few sentences that suffice (minimal), the fewest (smallest)
    strategies/                     a ladder: alone, added, chain, reason; the same for every puzzle
    walk                            the easiest deduction (view), what is seen with it, learnt, and on
    notes, sources, prune, tell     what is noted only for others; what rules out what is not there; what of a path is
                                    needed; deductions as steps in words (technique, grade)
    answer                          what is given, whether it can be completed, and the walk that goes on from it
    path, conflict, check, hint     what is asked for: paths, contradictions, checks, and hints of what is new (shown)

English never steers: what is said is made in scope and tell, and nothing here looks at it.
"""
