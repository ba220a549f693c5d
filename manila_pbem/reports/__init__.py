"""Reports: what a player or everyone reads of a game, as HTML and as text, made from views and events only.

`report` holds the plain data a report is made from; `story`, `position` and `picture` turn it into sentences, tables
and a board; `render` lays it out. Words stand in `words`, `story`, `refusals` and `sentences`, apart from all logic.
Files, the log and the full state of a game have no business here.
"""
