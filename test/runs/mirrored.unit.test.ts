import t from 'tap';
import { seconds } from '../../host/core/units.ts';
import type { Noted } from '../../host/events/noted.ts';
import { bananagrams } from '../../host/games/bananagrams/bananagrams.ts';
import { bananagramsOptions } from '../../host/games/bananagrams/options.ts';
import { liveClock } from '../../host/match/clock.ts';
import type { SeriesRequest } from '../../host/runs/play-series.ts';
import { playSeries } from '../../host/runs/play-series.ts';
import { type Script, scriptedSeats } from '../../host/seats/scripted/scripted-seats.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { lexiconWith } from '../games/table.ts';

const leaves: Script = ({ say, leave }) => {
  say('r');
  return { hear: () => leave('exited') };
};

interface Seen {
  readonly seed: string;
  readonly seats: readonly number[];
  readonly dealt: readonly string[];
  readonly mirrored: boolean | undefined;
}

/** What is dealt in each game of a series of three players that leave at once. */
async function dealtIn(changes: Partial<SeriesRequest>): Promise<Seen[]> {
  const request: SeriesRequest = {
    game: bananagrams,
    options: { ...settleOptions(bananagramsOptions, []), hand: 5 },
    lexicon: lexiconWith(['AAA']),
    seed: 'mirrored',
    limits: { readyTimeout: seconds(10), gameTimeout: 0 },
    games: 6,
    rotate: true,
    rejudges: 0,
    entries: ['one', 'two', 'three'].map((name) => ({ name, command: name })),
    ...changes,
  };
  const seen: Seen[] = [];
  let dealt: string[] = [];
  const watch = (event: Noted & { readonly tiles?: unknown }) => {
    if (event.type === ('deal' as string)) dealt.push(String(event.tiles));
  };
  const openSeats = scriptedSeats([leaves, leaves, leaves], liveClock);
  const tools = {
    openSeats,
    interrupt: undefined,
    events: undefined,
    record: undefined,
    trace: undefined,
    watch,
  };
  for await (const played of playSeries(request, tools)) {
    if ('failure' in played) throw played.failure;
    const { seed, players, mirrored } = played.report.result;
    seen.push({ seed, seats: players.map(({ entry }) => entry), dealt, mirrored });
    dealt = [];
  }
  return seen;
}

t.test(
  'in a mirrored group all games have the seed and the deal, and each player has each seat once',
  async (t) => {
    const games = await dealtIn({ mirrored: true });
    for (const group of [games.slice(0, 3), games.slice(3)]) {
      t.same(new Set(group.map(({ seed }) => seed)).size, 1);
      t.same(new Set(group.map(({ dealt }) => dealt.join(' '))).size, 1);
      t.same(
        group.map(({ seats }) => seats),
        [
          [1, 2, 3],
          [2, 3, 1],
          [3, 1, 2],
        ],
      );
    }
    t.not(games[0]!.seed, games[3]!.seed);
    t.not(games[0]!.dealt.join(' '), games[3]!.dealt.join(' '));
    t.same([...new Set(games.map(({ mirrored }) => mirrored))], [true]);
  },
);

t.test('a single group has the seed itself; without mirrors each game has another', async (t) => {
  const [group] = await dealtIn({ mirrored: true, games: 3 });
  t.equal(group!.seed, 'mirrored');
  const games = await dealtIn({ games: 3 });
  t.equal(new Set(games.map(({ seed }) => seed)).size, 3);
  t.same([...new Set(games.map(({ mirrored }) => mirrored))], [undefined]);
});

t.test('the deal of one mirrored game is that of its seed', async (t) => {
  const games = await dealtIn({ mirrored: true });
  const [again] = await dealtIn({ mirrored: true, games: 1, seed: games[3]!.seed });
  t.same(again!.dealt, games[3]!.dealt);
});
