import t, { type Test } from 'tap';
import type { GameRecord } from '../../host/events/read-record.ts';
import type { Options } from '../../host/games/scrabble/options.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { planFromRecord } from '../../host/match/plan.ts';
import { playGame, type StrategyName } from '../players/scrabble-games.ts';
import { readBack } from '../read-back.ts';
import type { SeenEvent } from '../seen-event.ts';
import { expectOk } from '../support/expect-ok.ts';
import { recordedFromGcg, withoutRemarks, writtenGcg } from './gcg-again.ts';

const english = expectOk(loadLexicon('english'));
const { lexicon } = english;

const games: readonly (readonly [
  seats: readonly StrategyName[],
  options: Readonly<Record<string, string>>,
])[] = [
  [['random', 'greedy'], {}],
  [['random', 'random'], { rules: 'course' }],
  [['longest', 'random'], { rules: 'simple' }],
  [['greedy', 'longest'], { handsize: '5', tiles: 'english:2', leftover: 'twice' }],
  [['random', 'longest'], { board: 'hole', tiles: 'course', draws: 'QZ?XJ' }],
];

/** Player 1 begins; and the totals differ by what the record says, in whatever way what is held was counted. */
function checkPlayers(t: Test, gcg: string, record: GameRecord): void {
  const events = record.events as readonly SeenEvent[];
  const begins = events.find(({ type }) => ['play', 'change', 'pass'].includes(type))!.seat!;
  const { scores, seats } = events.find(({ type }) => type === 'scores') as SeenEvent & Scores;
  const [first, second] = [begins, 3 - begins].map((seat) => scores[seats.indexOf(seat)]!);
  const moves = Array.from(gcg.matchAll(/^>(\S+): .* (-?\d+)$/gm), ([, nick, total]) => ({ nick, total }));
  const totals = Array.from(gcg.matchAll(/^#player[12] (\S+)/gm), ([, player]) =>
    Number(moves.findLast(({ nick }) => nick === player)?.total),
  );
  t.ok(gcg.includes(`#player1 ${moves[0]?.nick} `));
  t.equal(totals[0]! - totals[1]!, first! - second!);
}

interface Scores {
  readonly scores: readonly number[];
  readonly seats: readonly number[];
}

/** As many more as are asked for: GCG_SEEDS=30. */
const seeds = Array.from({ length: Number(process.env.GCG_SEEDS ?? 3) }, (_, index) => `${index + 1}`);

for (const [seats, options] of games)
  t.test(`Games of ${seats.join(' and ')} are read back equal: ${JSON.stringify(options)}`, async (t) => {
    for (const list of [lexicon, undefined])
      for (const seed of seeds) {
        const { events } = await playGame({ seats, lexicon: list, options, seed });
        const record = readBack(events);
        const plan = expectOk(planFromRecord(record, list));
        const { rules, board, tiles, handsize } = plan.plan.setup.options as Options;
        for (const exact of [false, true]) {
          const gcg = writtenGcg(record, exact)!;
          const again = await recordedFromGcg(gcg, {
            options: { rules, board, tiles, handsize },
            lexicon: list,
          });
          t.match(again.verification, { ok: true, complete: true });
          t.equal(withoutRemarks(writtenGcg(again.record, exact)!), withoutRemarks(gcg));
          checkPlayers(t, gcg, record);
        }
      }
  });
