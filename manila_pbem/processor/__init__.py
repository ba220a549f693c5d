"""One turn from start to end: the only place where the rooms meet.

Each module is one thing a moderator or player asks for. Nothing here parses arguments or prints, and nothing here
decides what a rule decides.
"""
