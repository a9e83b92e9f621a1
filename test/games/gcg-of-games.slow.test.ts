import t from 'tap';
import type { Options } from '../../host/games/scrabble/options.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { planFromRecord } from '../../host/match/plan/plan-from-request.ts';
import { playGame, type StrategyName } from '../players/scrabble-games.ts';
import { readBack } from '../read-back.ts';
import { recordedFromGcg, withoutRemarks, writtenGcg } from './gcg-again.ts';

const english = loadLexicon('english');
if (!english.ok) throw new Error(english.problem);
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

for (const [seats, options] of games)
  t.test(`Games of ${seats.join(' and ')} are read back equal: ${JSON.stringify(options)}`, async (t) => {
    for (const list of [lexicon, undefined])
      for (const seed of ['1', '2', '3']) {
        const { events } = await playGame({ seats, lexicon: list, options, seed });
        const record = readBack(events);
        const plan = planFromRecord(record, list);
        if (!plan.ok) throw new Error(plan.problem);
        const { rules, board, tiles, handsize } = plan.plan.setup.options as Options;
        const gcg = writtenGcg(record)!;
        const again = await recordedFromGcg(gcg, {
          options: { rules, board, tiles, handsize },
          lexicon: list,
        });
        t.match(again.verification, { ok: true, complete: true });
        t.equal(withoutRemarks(writtenGcg(again.record)!), withoutRemarks(gcg));
      }
  });
