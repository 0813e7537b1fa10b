// Pig on boardgame.io, served as its documentation says: `node --expose-gc server.js PORT TARGET [FOLDER]`.
// The rules and the fields are those of examples/pig. The store is boardgame.io's default, memory; with a folder it is its
// own durable one, FlatFile.
const { FlatFile, Server } = require("boardgame.io/server");

const [port, TARGET] = process.argv.slice(2, 4).map(Number);
const dir = process.argv[4];

function passOn(G, ctx, events, points) {
  G.totals[ctx.currentPlayer] += points;
  G.gathered = 0;
  events.endTurn();
}

const pig = {
  name: "pig",
  disableUndo: true, // undo would keep a copy of every position: not asked for here
  setup: () => ({ totals: { 0: 0, 1: 0 }, gathered: 0 }),
  moves: {
    // A roll is drawn where only the server knows the dice, as boardgame.io's documentation advises.
    roll: {
      client: false,
      move: ({ G, ctx, random, events }) => {
        const pips = random.D6();
        if (pips === 1) return passOn(G, ctx, events, 0);
        G.gathered += pips;
        if (G.totals[ctx.currentPlayer] + G.gathered >= TARGET) passOn(G, ctx, events, G.gathered);
      },
    },
    hold: ({ G, ctx, events }) => passOn(G, ctx, events, G.gathered),
  },
  playerView: ({ G }) => ({ ...G }), // each seat is sent a view of its own; Pig has nothing to cover
  endIf: ({ G }) => {
    const winner = Object.keys(G.totals).find((seat) => G.totals[seat] >= TARGET);
    if (winner !== undefined) return { winner };
  },
};

process.on("SIGUSR2", () => gc()); // so that garbage is not taken for memory that tables need
Server({ games: [pig], origins: [], ...(dir && { db: new FlatFile({ dir }) }) }).run({ port });
