import type en from './en';

export default {
  working: 'Jede Entscheidung wird noch einmal angesehen …',
  chances: 'Gewinnchance',
  deciding: 'Die Momente, die entschieden haben',
  apart: 'Glück und Können',
  accuracy: 'Genauigkeit',
  start: 'Chance am Anfang',
  skill: 'Eigene Fehler',
  rivals: 'Fehler der anderen',
  luck: 'Glück',
  result: 'Ergebnis',
  sum: 'Anfang, Fehler und Glück ergeben zusammen das Ergebnis.',
  exact: 'Alle Chancen sind exakt.',
  tried: 'Jeder Moment wurde {n}-mal weitergespielt: Eine einzelne Chance kann um {error} danebenliegen.',
  decisions: 'Entscheidungen',
  all: 'Alle {n} zeigen, nicht nur Fehler',
  change: '{before}, dann {after}',
  lost: '{lost} verschenkt',
  best: 'Am besten:',
  none: 'Keine Fehler: Jeder Zug war der beste.',
} satisfies Record<keyof typeof en, string>;
