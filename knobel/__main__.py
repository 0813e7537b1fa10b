"""`python -m knobel` is `knobel`."""

from knobel.cli.main import main

main()
