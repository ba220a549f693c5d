"""Bots: from a player's view and the questions that may come to an order. They see what the player sees, no more."""
