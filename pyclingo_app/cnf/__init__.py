"""Ground programs for SAT solvers: circuits, Clark's completion, DIMACS and OPB."""
