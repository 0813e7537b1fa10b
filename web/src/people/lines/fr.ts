import type { Lines } from '../lines';

export default {
  wild: { turn: ['Youpi !', 'Yeux fermés…'], glad: ['Ha ! Comme ça !', 'C’était voulu !'], sorry: ['Tant pis !', 'Oups !'], won: ['Comment j’ai fait ?', 'Quelle chance !'], beaten: ['Encore ! Encore !', 'C’était drôle !'] },
  curious: { turn: ['Moi ? À moi !', 'Voyons…'], glad: ['Regardez !', 'Tout à moi !'], sorry: ['Oh non !', 'Pas juste !'], won: ['Gagné ! Gagné !', 'Maman, j’ai gagné !'], beaten: ['Encore une ?', 'La prochaine fois !'] },
  easy: { turn: ['Rien ne presse.', 'Bon, alors…'], glad: ['Joli.', 'Je prends.'], sorry: ['Bof.', 'Ça arrive.'], won: ['Tiens, c’est moi !', 'Santé, tous !'], beaten: ['Bien joué !', 'Belle partie.'] },
  careful: { turn: ['Laisse-moi réfléchir…', 'Hm, les chances…'], glad: ['Comme calculé.', 'Patience paie.'], sorry: ['C’était improbable.', 'Hm. Trop hardi.'], won: ['Qui va doucement…', 'Le compte est bon.'], beaten: ['Je vais recompter.', 'Bien calculé !'] },
  proud: { turn: ['Admirez.', 'Vous permettez ?'], glad: ['Évidemment.', 'Un doute ?'], sorry: ['Un détail.', 'Coup de chance.'], won: ['Comme prévu.', 'Une révérence.'], beaten: ['Ma revanche !', 'Mes compliments.'] },
} satisfies Lines;
