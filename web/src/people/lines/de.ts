import type { Lines } from '../lines';

export default {
  wild: { turn: ['Juhu!', 'Augen zu …'], glad: ['Ha! So geht das!', 'War Absicht!'], sorry: ['Egal!', 'Hoppla!'], won: ['Wie ging das denn?', 'Ha, das Glück mag mich!'], beaten: ['Noch mal! Noch mal!', 'War lustig!'] },
  curious: { turn: ['Ich? Ich!', 'Mal sehen …'], glad: ['Guckt mal!', 'Alles meins!'], sorry: ['Och nö!', 'Wie gemein!'], won: ['Gewonnen! Gewonnen!', 'Mama, gewonnen!'], beaten: ['Noch eins, bitte?', 'Nächstes Mal!'] },
  easy: { turn: ['Nur keine Eile.', 'Na dann …'], glad: ['Schön.', 'Nehm ich.'], sorry: ['Na ja.', 'Kommt vor.'], won: ['Sieh an: ich!', 'Prost zusammen!'], beaten: ['Gut gespielt!', 'Schönes Spiel.'] },
  careful: { turn: ['Moment, ich denke …', 'Hm, die Chancen …'], glad: ['Wie berechnet.', 'Geduld lohnt sich.'], sorry: ['Kaum zu glauben!', 'Hm. Zu kühn.'], won: ['Langsam, aber sicher!', 'Rechnung geht auf.'], beaten: ['Ich rechne nach.', 'Gut gerechnet!'] },
  proud: { turn: ['Seht her.', 'Ihr erlaubt?'], glad: ['Natürlich.', 'Gab es Zweifel?'], sorry: ['Eine Kleinigkeit.', 'Du hattest Glück.'], won: ['Wie erwartet.', 'Verbeugt euch.'], beaten: ['Revanche, sofort!', 'Kompliment.'] },
} satisfies Lines;
