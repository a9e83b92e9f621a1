import { keyOf } from '../../host/core/seed.ts';
import { millis, type Nanos, seconds } from '../../host/core/units.ts';
import type { AnyGame, Effect } from '../../host/games/game.ts';
import type { Verdict } from '../../host/games/kit/verdict.ts';
import { settleOptions } from '../../host/settings/settle-options.ts';
import { Dice } from '../fuzz/dice.ts';
import { type RefereeTable, refereeTable } from '../games/referee-table.ts';
import { keyNumber } from '../games/table.ts';
import fc from '../support/laws.ts';
import type { GameSubject, Speaker } from './subjects/subject.ts';

const actions = ['say', 'junk', 'half', 'leave', 'wait', 'wait-long', 'spend'] as const;

/** What happens next at the table. Numbers choose among what there is to choose from. */
interface Action {
  readonly what: (typeof actions)[number];
  readonly seat: number;
  readonly junk: Uint8Array;
  readonly pick: number;
}

const what = fc.oneof(
  { weight: 40, arbitrary: fc.constant('say' as const) },
  { weight: 3, arbitrary: fc.constantFrom('half' as const, 'wait' as const, 'spend' as const) },
  { weight: 2, arbitrary: fc.constant('wait-long' as const) },
  { weight: 1, arbitrary: fc.constantFrom('junk' as const, 'leave' as const) },
);

export const chanceGames = fc.record({
  chance: fc.nat(100_000),
  table: fc.nat(999),
  absent: fc.option(fc.nat(9), { freq: 6, nil: undefined }),
  interrupted: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.constant(true)),
  actions: fc.array(
    fc.record({
      what,
      seat: fc.nat(15),
      junk: fc.uint8Array({ minLength: 1, maxLength: 30 }),
      pick: fc.nat(999),
    }),
    { maxLength: 80, size: 'max' },
  ),
});
export type ChanceGame = typeof chanceGames extends fc.Arbitrary<infer Value> ? Value : never;

/** A game that was played to its end, with all that came of it. */
export interface PlayedByChance {
  readonly game: AnyGame;
  readonly seats: number;
  readonly table: RefereeTable<never>;
  readonly effects: readonly Effect[];
  readonly verdict: Verdict;
  /** By seat, all that it wrote. */
  readonly written: readonly Uint8Array[];
  readonly options: Readonly<Record<string, unknown>>;
}

/** Longer than any turn and any stall of the tables. */
const LONG: Nanos = seconds(40);

export function playByChance(subject: GameSubject, chosen: ChanceGame): PlayedByChance {
  const { game, lexicon, tables } = subject;
  const { seats, options: some, own } = tables[chosen.table % tables.length]!;
  const dice = new Dice(chosen.chance);
  const speakers: readonly Speaker[] = Array.from({ length: seats }, () => subject.speaker(dice));
  const names = speakers.map((_, index) => `p${index + 1}`);
  const options = { ...(settleOptions(game.options, []) as object), ...some } as Readonly<
    Record<string, unknown>
  >;
  const effects: Effect[] = [];
  const written = speakers.map((): Uint8Array[] => []);
  const onEffect = (effect: Effect) => {
    effects.push(effect);
    const tells = effect.do === 'tell' ? [effect] : effect.do === 'gate' ? effect.tells : [];
    for (const { seat, text } of tells) speakers[seat - 1]!.hears(text);
  };
  const limited = own?.map((its) => its && { ...options, ...its });
  const setup = { names, options, own: limited, lexicon, key: keyNumber(chosen.chance), keyOf };
  const table = refereeTable<never>(game, setup, { onEffect, gameTimeout: seconds(3600) });
  const write = (index: number, said: string | Uint8Array) => {
    const bytes = typeof said === 'string' ? Buffer.from(said, 'latin1') : said;
    written[index]!.push(bytes);
    table.writes(index + 1, bytes);
  };
  for (const [index, { ready }] of speakers.entries())
    if (seats > 1 && chosen.absent === index) table.leaves(index + 1);
    else write(index, ready);
  for (const action of chosen.actions) if (!table.verdict) act(action);
  if (chosen.interrupted) table.interrupt();
  table.wait(seconds(4000));
  if (!table.verdict) throw new Error('the game has no end');
  const all = written.map((pieces) => Buffer.concat(pieces));
  return { game, seats, table, effects, verdict: table.verdict, written: all, options };

  function act({ what, seat, junk, pick }: Action): void {
    const index = seat % seats;
    const acts: Record<Action['what'], () => unknown> = {
      say: () => write(index, speakers[index]!.says()),
      half: () => inHalves(index, speakers[index]!.says(), pick),
      junk: () => write(index, junk),
      leave: () => table.leaves(index + 1, pick % 2 === 0 ? 'crashed' : 'closed'),
      wait: () => table.wait(millis(pick)),
      'wait-long': () => table.wait(LONG),
      spend: () => table.spends(index + 1, pick * 1e7),
    };
    acts[what]();
  }

  function inHalves(index: number, said: string, pick: number): void {
    const cut = pick % (said.length + 1);
    write(index, said.slice(0, cut));
    write(index, said.slice(cut));
  }
}
