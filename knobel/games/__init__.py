"""The games of the house, one folder each. They know the contract and nothing else."""
