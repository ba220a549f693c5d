"""What players order, as values: what an order says, which order governs a decision, and what it answers.

Nothing of YAML, files or mail belongs here; the rules are asked, never repeated.
"""
