// The dice game as a game of boardgame.io, without a server: node dice_boardgame_io.cjs SECONDS
// Its reducer as a server runs it, with the log and undo that it keeps by default.
const { CreateGameReducer, InitializeGame } = require("boardgame.io/internal");
const { INVALID_MOVE } = require("boardgame.io/core");

const [RING, TREE, NAZGUL, ORC, WEAPON, GANDALF, EMPTY] = [0, 1, 2, 3, 4, 5, 6];
const COLOUR = [RING, RING, NAZGUL, ORC, WEAPON, GANDALF];
const FACES = [[RING, TREE, NAZGUL, ORC, WEAPON, GANDALF], COLOUR, COLOUR, COLOUR, COLOUR];
const CIRCLES = 9, SQUARES = 7, DICE = [0, 1, 2, 3, 4];

const known = new Map();
function keeps(roll) {
  const key = roll.join("");
  if (!known.has(key)) {
    const out = [];
    for (let mask = 1; mask < 32; mask++) {
      const kept = DICE.filter((die) => (mask >> die) & 1).map((die) => roll[die]);
      const different = new Set(kept).size === kept.length && !kept.includes(EMPTY);
      if (different && (kept.includes(NAZGUL) || !roll.includes(NAZGUL))) out.push(mask);
    }
    known.set(key, out);
  }
  return known.get(key);
}

const count = (kept, symbol) => kept.filter((one) => one === symbol).length;
const isOut = (sheet) => sheet.marks >= SQUARES + sheet.halves;

function rollCup(G, random) {
  G.roll = DICE.map((die) => (G.kept[die] === EMPTY ? FACES[die][random.Die(6) - 1] : EMPTY));
}

function resolve(G, player) {
  const kept = [...G.kept], out = G.sheets.map(isOut), own = G.sheets[player];
  if (count(kept, ORC) <= count(kept, WEAPON)) own.circles = Math.min(CIRCLES, own.circles + count(kept, RING));
  own.halves += Math.min(count(kept, GANDALF), Math.max(0, SQUARES - own.halves - own.marks));
  kept.forEach((symbol, die) => {
    if (symbol !== NAZGUL) return;
    G.sheets[die > 0 && die <= out.length && !out[die - 1] ? die - 1 : player].marks++;
  });
  const alive = G.sheets.map((_, who) => who).filter((who) => !isOut(G.sheets[who]));
  if (!alive.length) return { result: "all lost" };
  if (alive.some((who) => who > player)) return null;
  return alive.some((who) => G.sheets[who].circles === CIRCLES) ? { result: "home" } : null;
}

const game = {
  name: "companion-dice",
  setup: ({ ctx }) => ({
    sheets: Array.from({ length: ctx.numPlayers }, () => ({ circles: 0, halves: 0, marks: 0 })),
    kept: Array(5).fill(EMPTY),
    roll: Array(5).fill(EMPTY),
  }),
  turn: {
    order: {
      first: () => 0,
      next: ({ G, ctx }) => {
        let next = ctx.playOrderPos;
        do next = (next + 1) % ctx.numPlayers;
        while (isOut(G.sheets[next]) && next !== ctx.playOrderPos);
        return next;
      },
    },
    onBegin: ({ G, random }) => {
      G.kept = Array(5).fill(EMPTY);
      rollCup(G, random);
    },
  },
  moves: {
    keep: ({ G, ctx, random, events }, mask) => {
      if (!keeps(G.roll).includes(mask)) return INVALID_MOVE;
      for (const die of DICE) if ((mask >> die) & 1) G.kept[die] = G.roll[die];
      if (G.kept.includes(EMPTY) && !G.kept.includes(TREE)) return rollCup(G, random);
      const over = resolve(G, ctx.playOrderPos);
      if (over) events.endGame(over);
      else events.endTurn();
    },
  },
};

const seconds = Number(process.argv[2]), reducer = CreateGameReducer({ game }), begun = process.hrtime.bigint();
const elapsed = () => Number(process.hrtime.bigint() - begun) / 1e9;
let decisions = 0;
for (let seed = 0; elapsed() < seconds; seed++) {
  let state = InitializeGame({ game: { ...game, seed: `${seed}` }, numPlayers: 2 });
  while (!state.ctx.gameover) {
    const choices = keeps(state.G.roll);
    const mask = choices[Math.floor(Math.random() * choices.length)];
    const payload = { type: "keep", args: [mask], playerID: state.ctx.currentPlayer };
    state = reducer(state, { type: "MAKE_MOVE", payload });
    if (state.transients) throw new Error(JSON.stringify(state.transients));
    decisions++;
  }
}
console.log(`${Math.round(decisions / elapsed())} decisions/s`);
