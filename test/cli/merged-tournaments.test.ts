import { join } from 'node:path';
import t from 'tap';
import { checkStore } from '../../host/cli/commands/store/check.ts';
import type { Result } from '../../host/events/result.ts';
import { mergeStore } from '../../host/runs/store/merge-stores.ts';
import { unfitGame } from '../../host/runs/store/stored-runs.ts';
import type { FormatKind } from '../../host/tournament/formats/format.ts';
import { Schedule } from '../../host/tournament/schedule.ts';
import { outcomeOf } from '../../host/tournament/standings.ts';
import { type StoredTournament, tournamentOf } from '../../host/tournament/stored-tournament.ts';
import { gamesOf, openedToRead, openedToWrite } from '../runs/store/opened.ts';
import { plain } from '../tournament/schedule/play-out.ts';

const names = ['ada', 'ben', 'cat', 'dan'];
const folder = t.testdir({});

function tournament(kind: FormatKind): StoredTournament {
  return {
    ...{ wordhost: 1, kind: 'tournament', name: 'Cup', game: 'scrabble', seed: 's', options: {} },
    ...{ offender: 'lose', dictionary: null, from: 1, begins: true },
    players: names.map((name) => ({ name, command: `./${name}`, options: {} })),
    format: { ...plain, kind, rounds: kind === 'knockout' ? 1 : 3 },
  };
}

interface Run {
  readonly name: string;
  readonly kind: FormatKind;
  readonly most?: number;
  readonly without?: readonly number[];
  /** By the number of a game the seat of its winner. */
  winner(number: number): 1 | 2;
}

/** A store of one run of the tournament, in which these have won. Answers where it is. */
async function played({ name, kind, most = 100, without = [], winner }: Run): Promise<string> {
  const path = join(folder, `${kind}-${name}.db`);
  await using store = await openedToWrite(path);
  const kept = tournament(kind);
  await store.saveFile({ text: '', canonical: JSON.stringify(kept) });
  const schedule = new Schedule(tournamentOf([kept]));
  for (let number = 1; number <= most; number++) {
    const [game] = schedule.due();
    if (game === undefined) break;
    const result = resultOf(game.number, name, game.players, winner(game.number));
    schedule.take(game.number, outcomeOf(result));
    if (without.includes(game.number)) continue;
    const text = JSON.stringify({ number: game.number, ...result });
    await store.save({ number: game.number, id: result.id, result: text });
  }
  return path;
}

const idOf = (run: string, number: number) => `${run}-${number}`.padEnd(21, '-');

function resultOf(number: number, run: string, players: readonly number[], winner: 1 | 2): Result {
  return {
    ...{ wordhost: 1, id: idOf(run, number), game: 'scrabble', seed: `s-${number}` },
    ...{ outcome: 'won', winner, reason: 'played-out', startedAt: '2026-11-20T12:00:00.000Z', ms: 1 },
    ...{ sandbox: 'none', gates: 0, unpolledGates: 0 },
    players: players.map((player, index) => ({
      ...{ seat: index + 1, entry: player + 1, name: names[player]!, command: `./${names[player]}` },
      outcome: index + 1 === winner ? 'won' : 'lost',
      ...{ thinkMs: 1, cpuMs: null, maxRssKb: null, exit: null },
    })),
  };
}

async function merged(into: string, from: string) {
  await using store = await openedToWrite(into);
  await using other = await openedToRead(from);
  return await mergeStore(store, other, unfitGame);
}

async function keptIn(path: string): Promise<readonly string[]> {
  await using store = await openedToRead(path);
  return (await gamesOf(store)).map(({ id }) => id);
}

async function problemsIn(path: string) {
  await using store = await openedToRead(path);
  return await checkStore(store, { verify: undefined, progress: () => {} });
}

for (const kind of ['swiss', 'knockout', 'ladder'] as const)
  t.test(`${kind}: games with a pairing that cannot follow are not taken`, async (t) => {
    const into = await played({ name: 'into', kind, most: 1, winner: () => 1 });
    const other = await played({ name: 'other', kind, winner: () => 2 });
    t.match(await merged(into, other), {
      ok: false,
      unfit: /^game \d was between \w+, \w+, and that does not/,
    });
    t.same(await keptIn(into), [idOf('into', 1)], 'nothing was written');
    t.same((await problemsIn(into)).problems, []);
    const same = await played({ name: 'same', kind, winner: () => 1 });
    const games = (await keptIn(same)).length;
    t.same(await merged(into, same), { ok: true, kept: games - 1, before: 1 }, 'those that follow are');
    t.same((await problemsIn(into)).problems, []);
  });

t.test('of a store with another game nothing is taken, neither of those before it', async (t) => {
  const into = await played({ name: 'gap', kind: 'swiss', most: 4, without: [3], winner: () => 1 });
  const other = await played({ name: 'differs', kind: 'swiss', winner: () => 2 });
  t.match(await merged(into, other), { ok: false, differing: 4 });
  t.same(await keptIn(into), [idOf('gap', 1), idOf('gap', 2), idOf('gap', 4)]);
});

t.test('a conflict in the middle takes back what was written before it', async (t) => {
  const into = await played({ name: 'twice', kind: 'round-robin', most: 1, winner: () => 1 });
  await using store = await openedToWrite(into);
  async function* games() {
    yield { number: 2, id: 'new', result: '{}' };
    yield { number: 3, id: idOf('twice', 1), result: '{}' };
  }
  t.match(await store.saveAll([], games()), { ok: false, fault: { kind: 'conflict' } });
  t.same(
    (await gamesOf(store)).map(({ id }) => id),
    [idOf('twice', 1)],
  );
  async function* broken() {
    yield { number: 2, id: 'new', result: '{}' };
    throw new Error('the other store ends');
  }
  await t.rejects(store.saveAll([], broken()), { message: 'the other store ends' });
  t.equal((await store.counts()).games, 1);
  t.same(await store.save({ number: 2, id: 'new', result: '{}' }), { ok: true, isNew: true }, 'it goes on');
});

t.test('a check finds missing games and says which games there are', async (t) => {
  const gap = await played({ name: 'gone', kind: 'ladder', without: [2], winner: () => 1 });
  t.match(await problemsIn(gap), {
    numbers: [
      [1, 1],
      [3, Number],
    ],
    problems: [{ number: 3, problem: 'it was between ben, cat, and game 2 before it is missing' }],
  });
  const robin = await played({ name: 'gone', kind: 'round-robin', without: [2], winner: () => 1 });
  t.same((await problemsIn(robin)).problems, [], 'where nothing follows from it, nothing is wrong');
});
