"""The rules of Manila (docs/rules.md), all of them and nothing else.

`play.Game` is the one engine: it says who must decide what, lists the legal answers, applies an answer or refuses it
with the clause, and hands out states that never change. Nothing here knows of text, files, mail, clocks or chance:
dice come in from outside. Import what is needed from the modules; each is one chapter of the rules.
"""
