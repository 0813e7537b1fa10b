"""How the tower was calibrated: rounds and placements played out in the simulation, a fit, and a page with plots."""
