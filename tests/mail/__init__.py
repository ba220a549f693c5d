"""Hard mails by the hundred, what must become of each, and what plays them against fresh games.

`building` writes mails byte by byte, `cases` lists them by what is wrong with them, `playing` delivers them and looks
whether docs/play.md, section 7, is kept.
"""
