"""Files below `games/`: where they lie, how they are written whole, who may touch them when (docs/play.md, section 3).

What the files mean, what is legal and what follows is decided elsewhere: this room deals in names, bytes and log lines.
"""
