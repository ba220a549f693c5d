"""From the bytes of a mail to what its writer said: who, for which game, which order (docs/play.md, section 7).

Nothing here knows the rules, YAML, files or a game: what a key of an order is, is handed in.
"""
