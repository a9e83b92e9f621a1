import t from 'tap';
import { HostFailure } from '../../host/core/host-failure.ts';
import { seconds } from '../../host/core/units.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { bananagramsOptions } from '../../host/games/bananagrams/options.ts';
import { liveClock } from '../../host/match/clock.ts';
import type { OpenSeats } from '../../host/match/seat.ts';
import { MOST_ENDING } from '../../host/runs/beginning.ts';
import type { GameTools } from '../../host/runs/play-game.ts';
import type { SeriesRequest } from '../../host/runs/play-series.ts';
import { playSeries } from '../../host/runs/play-series.ts';
import { type Script, scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { lexiconWith } from '../games/table.ts';

const request: SeriesRequest = {
  game: bananagrams,
  options: { ...settleOptions(bananagramsOptions, []), bunch: { A: 6 }, hand: 3 },
  lexicon: lexiconWith(['AAA']),
  seed: 'overlap',
  limits: { readyTimeout: seconds(10), gameTimeout: 0 },
  games: 3,
  rotate: false,
  rejudges: 0,
  overlap: true,
  entries: ['one', 'two'].map((name) => ({ name, command: name })),
};

const wins: Script = ({ say }) => {
  say('r');
  return { hear: (text) => void (text.endsWith('.') && say('p003001AAA')) };
};
const waits: Script = ({ say }) => {
  say('r');
  return { hear() {} };
};

/** Tables that note when they are opened and when all of their players have ended, which takes some time. */
function noted(failing?: number): { readonly openSeats: OpenSeats; readonly notes: string[] } {
  const notes: string[] = [];
  let games = 0;
  const openSeats: OpenSeats = async (requests, listenerOf) => {
    const game = ++games;
    if (game === failing) throw new HostFailure('no player can be started');
    notes.push(`begin ${game}`);
    const table = await scriptedSeats([wins, waits], liveClock)(requests, listenerOf);
    const seats = table.seats.map((seat) => {
      const ended = seat.ended.then(async (ending) => {
        for (let poll = 0; poll < 50; poll++) await new Promise(setImmediate);
        return ending;
      });
      return new Proxy(seat, {
        get(target, name) {
          if (name === 'ended') return ended;
          const found = Reflect.get(target, name, target);
          return typeof found === 'function' ? found.bind(target) : found;
        },
      });
    });
    void Promise.all(seats.map(({ ended }) => ended)).then(() => notes.push(`end ${game}`));
    return { seats, [Symbol.asyncDispose]: () => table[Symbol.asyncDispose]() };
  };
  return { openSeats, notes };
}

const none = { interrupt: undefined, events: undefined, record: undefined, trace: undefined };

const numbersTo = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

async function played(changes: Partial<SeriesRequest>, tools: GameTools): Promise<number[]> {
  const games: number[] = [];
  for await (const { game } of playSeries({ ...request, ...changes }, tools)) games.push(game);
  return games;
}

t.test('the next game begins while this one ends, and results come in order', async (t) => {
  const { openSeats, notes } = noted();
  const games = 2 + MOST_ENDING;
  t.same(await played({ games }, { ...none, openSeats }), numbersTo(games));
  t.same(notes.slice(0, games), [...numbersTo(games - 1).map((game) => `begin ${game}`), 'end 1']);
});

t.test(
  'one after another where a game may be repeated, is watched, traced or has processors of its own',
  async (t) => {
    const inOrder = ['begin 1', 'end 1', 'begin 2', 'end 2', 'begin 3', 'end 3'];
    const ways: readonly (readonly [Partial<SeriesRequest>, Partial<GameTools>])[] = [
      [{ overlap: false }, {}],
      [{ rejudges: 1 }, {}],
      [{ processors: [0, 1] }, {}],
      [{}, { watch() {} }],
    ];
    for (const [changes, tools] of ways) {
      const { openSeats, notes } = noted();
      t.same(await played(changes, { ...none, ...tools, openSeats }), [1, 2, 3]);
      t.same(notes, inOrder, JSON.stringify(changes));
    }
  },
);

t.test('a failure of the host ends the series after the results before it', async (t) => {
  const { openSeats, notes } = noted(2);
  const games: number[] = [];
  await t.rejects(async () => {
    for await (const { game } of playSeries(request, { ...none, openSeats })) games.push(game);
  }, /no player can be started/);
  t.same(games, [1]);
  t.same(notes, ['begin 1', 'end 1'], 'no game begins after it');
});

t.test('if no more games are asked for, the one that has begun is ended', async (t) => {
  const { openSeats, notes } = noted();
  for await (const _ of playSeries({ ...request, games: 100 }, { ...none, openSeats })) break;
  const begun = notes.filter((note) => note.startsWith('begin')).length;
  t.ok(begun <= 2 + MOST_ENDING, `${begun} have begun`);
  t.equal(notes.filter((note) => note.startsWith('end')).length, begun);
});

t.test('an interruption ends the games that run, and the rest', async (t) => {
  const interruption = new AbortController();
  const { openSeats, notes } = noted();
  const outcomes: string[] = [];
  const tools = { ...none, openSeats, interrupt: interruption.signal };
  for await (const game of playSeries({ ...request, games: 100 }, tools)) {
    if ('report' in game) outcomes.push(game.report.result.outcome);
    interruption.abort();
  }
  t.equal(outcomes[0], 'won');
  t.ok(outcomes.length <= 2 + MOST_ENDING, `${outcomes.length} games`);
  t.equal(notes.filter((note) => note.startsWith('begin')).length, outcomes.length);
});
