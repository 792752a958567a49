"""The ladder on which deductions are looked for, the easiest first: the same one for every puzzle."""
