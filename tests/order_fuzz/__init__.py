"""What the fuzzing of the order reader is made of: inputs, and another reading of them to compare with."""
