"""Text <-> values: strings in and out, no paths, no network; pyyaml is used only here.

What is read from players, records and moderators is text first: no scalar turns into a number or a truth value but by
our own readers (docs/play.md, section 2).
"""
