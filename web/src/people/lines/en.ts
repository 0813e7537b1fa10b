import type { Lines } from '../lines';

export default {
  wild: { turn: ['Whee!', 'Eyes closed …'], glad: ['Ha! Like that!', 'I meant that!'], sorry: ['Who cares!', 'Oops!'], won: ['How did I do that?', 'Ha, luck loves me!'], beaten: ['Again! Again!', 'That was fun!'] },
  curious: { turn: ['My turn? My turn!', 'Let me see …'], glad: ['Look, look!', 'Mine, all mine!'], sorry: ['Aw, no!', 'That’s not fair!'], won: ['I won! I won!', 'Mum, I won!'], beaten: ['One more, please?', 'Next time!'] },
  easy: { turn: ['No hurry.', 'Well then …'], glad: ['Nice.', 'I’ll take that.'], sorry: ['Oh well.', 'It happens.'], won: ['Well, well. Me!', 'Cheers, everyone!'], beaten: ['Well played!', 'Good game.'] },
  careful: { turn: ['Let me think …', 'Hm, the odds …'], glad: ['As reckoned.', 'Patience pays.'], sorry: ['That was unlikely.', 'Hm. Too bold.'], won: ['Slow and steady!', 'It all added up.'], beaten: ['I shall recount.', 'Well reckoned!'] },
  proud: { turn: ['Watch this.', 'Allow me.'], glad: ['Naturally.', 'Was there a doubt?'], sorry: ['A mere detail.', 'You were lucky.'], won: ['As expected.', 'Bow, please.'], beaten: ['I demand a rematch!', 'My compliments.'] },
} satisfies Lines;
