"""The corpus: a module for each thing that can be wrong with a mail, each with `list_cases`."""
