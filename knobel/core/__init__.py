"""The contract, dice and their distributions, words, records, fair dice. Knows nothing else of the house."""
