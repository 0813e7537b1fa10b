/** What the house's players say: data, loaded when somebody first says something. Every temper has words in every language. */
import type { Language } from '../words/catalogues';
import type { Occasion, Temper } from './tempers';

type Lines = Readonly<Record<Temper, Readonly<Record<Occasion, readonly string[]>>>>;

export const LINES: Readonly<Record<Language, Lines>> = {
  en: {
    wild: { turn: ['Whee!', 'Eyes closed …'], glad: ['Ha! Like that!', 'I meant that!'], sorry: ['Who cares!', 'Oops!'], won: ['How did I do that?', 'Ha, luck loves me!'], beaten: ['Again! Again!', 'That was fun!'] },
    curious: { turn: ['My turn? My turn!', 'Let me see …'], glad: ['Look, look!', 'Mine, all mine!'], sorry: ['Aw, no!', 'That’s not fair!'], won: ['I won! I won!', 'Mum, I won!'], beaten: ['One more, please?', 'Next time!'] },
    easy: { turn: ['No hurry.', 'Well then …'], glad: ['Nice.', 'I’ll take that.'], sorry: ['Oh well.', 'It happens.'], won: ['Well, well. Me!', 'Cheers, everyone!'], beaten: ['Well played!', 'Good game.'] },
    careful: { turn: ['Let me think …', 'Hm, the odds …'], glad: ['As reckoned.', 'Patience pays.'], sorry: ['That was unlikely.', 'Hm. Too bold.'], won: ['Slow and steady!', 'It all added up.'], beaten: ['I shall recount.', 'Well reckoned!'] },
    proud: { turn: ['Watch this.', 'Allow me.'], glad: ['Naturally.', 'Was there a doubt?'], sorry: ['A mere detail.', 'You were lucky.'], won: ['As expected.', 'Bow, please.'], beaten: ['I demand a rematch!', 'My compliments.'] },
  },
  de: {
    wild: { turn: ['Juhu!', 'Augen zu …'], glad: ['Ha! So geht das!', 'War Absicht!'], sorry: ['Egal!', 'Hoppla!'], won: ['Wie ging das denn?', 'Ha, das Glück mag mich!'], beaten: ['Noch mal! Noch mal!', 'War lustig!'] },
    curious: { turn: ['Ich? Ich!', 'Mal sehen …'], glad: ['Guckt mal!', 'Alles meins!'], sorry: ['Och nö!', 'Wie gemein!'], won: ['Gewonnen! Gewonnen!', 'Mama, gewonnen!'], beaten: ['Noch eins, bitte?', 'Nächstes Mal!'] },
    easy: { turn: ['Nur keine Eile.', 'Na dann …'], glad: ['Schön.', 'Nehm ich.'], sorry: ['Na ja.', 'Kommt vor.'], won: ['Sieh an: ich!', 'Prost zusammen!'], beaten: ['Gut gespielt!', 'Schönes Spiel.'] },
    careful: { turn: ['Moment, ich denke …', 'Hm, die Chancen …'], glad: ['Wie berechnet.', 'Geduld lohnt sich.'], sorry: ['Kaum zu glauben!', 'Hm. Zu kühn.'], won: ['Langsam, aber sicher!', 'Rechnung geht auf.'], beaten: ['Ich rechne nach.', 'Gut gerechnet!'] },
    proud: { turn: ['Seht her.', 'Ihr erlaubt?'], glad: ['Natürlich.', 'Gab es Zweifel?'], sorry: ['Eine Kleinigkeit.', 'Du hattest Glück.'], won: ['Wie erwartet.', 'Verbeugt euch.'], beaten: ['Revanche, sofort!', 'Kompliment.'] },
  },
  es: {
    wild: { turn: ['¡Yupi!', 'Ojos cerrados…'], glad: ['¡Ja! ¡Así!', '¡Fue adrede!'], sorry: ['¡Qué más da!', '¡Uy!'], won: ['¿Cómo lo hice?', '¡Qué suerte la mía!'], beaten: ['¡Otra! ¡Otra!', '¡Qué divertido!'] },
    curious: { turn: ['¿Yo? ¡Yo!', 'A ver…'], glad: ['¡Mira, mira!', '¡Todo mío!'], sorry: ['¡Ay, no!', '¡No es justo!'], won: ['¡Gané! ¡Gané!', '¡Mamá, gané!'], beaten: ['¿Otra, porfa?', '¡La próxima!'] },
    easy: { turn: ['Sin prisa.', 'Bueno…'], glad: ['Qué bien.', 'Me lo quedo.'], sorry: ['En fin.', 'Cosas que pasan.'], won: ['¡Vaya, yo!', '¡Salud a todos!'], beaten: ['¡Bien jugado!', 'Buena partida.'] },
    careful: { turn: ['Déjame pensar…', 'Mmm, las cuentas…'], glad: ['Como calculé.', 'Paciencia y premio.'], sorry: ['¡Era improbable!', 'Mmm. Muy osado.'], won: ['¡Despacio y seguro!', 'Salen las cuentas.'], beaten: ['Voy a recontar.', '¡Bien calculado!'] },
    proud: { turn: ['Observad.', 'Con permiso.'], glad: ['Por supuesto.', '¿Alguna duda?'], sorry: ['Un detalle.', 'Has tenido suerte.'], won: ['Como era de esperar.', 'Una reverencia.'], beaten: ['¡Exijo revancha!', 'Mis respetos.'] },
  },
  fr: {
    wild: { turn: ['Youpi !', 'Yeux fermés…'], glad: ['Ha ! Comme ça !', 'C’était voulu !'], sorry: ['Tant pis !', 'Oups !'], won: ['Comment j’ai fait ?', 'Quelle chance !'], beaten: ['Encore ! Encore !', 'C’était drôle !'] },
    curious: { turn: ['Moi ? À moi !', 'Voyons…'], glad: ['Regardez !', 'Tout à moi !'], sorry: ['Oh non !', 'Pas juste !'], won: ['Gagné ! Gagné !', 'Maman, j’ai gagné !'], beaten: ['Encore une ?', 'La prochaine fois !'] },
    easy: { turn: ['Rien ne presse.', 'Bon, alors…'], glad: ['Joli.', 'Je prends.'], sorry: ['Bof.', 'Ça arrive.'], won: ['Tiens, c’est moi !', 'Santé, tous !'], beaten: ['Bien joué !', 'Belle partie.'] },
    careful: { turn: ['Laisse-moi réfléchir…', 'Hm, les chances…'], glad: ['Comme calculé.', 'Patience paie.'], sorry: ['C’était improbable.', 'Hm. Trop hardi.'], won: ['Qui va doucement…', 'Le compte est bon.'], beaten: ['Je vais recompter.', 'Bien calculé !'] },
    proud: { turn: ['Admirez.', 'Vous permettez ?'], glad: ['Évidemment.', 'Un doute ?'], sorry: ['Un détail.', 'Coup de chance.'], won: ['Comme prévu.', 'Une révérence.'], beaten: ['Ma revanche !', 'Mes compliments.'] },
  },
};
