import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { readRecord } from '../../host/events/read-record.ts';
import type { Result } from '../../host/events/result.ts';
import { games } from '../../host/games/registry.ts';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { planFromRecord } from '../../host/match/plan/plan-from-request.ts';
import { verifyRecord } from '../../host/match/replay/verify.ts';
import { letterA, letterAOptions } from '../cli/letter-a.ts';
import { resultsOf, run } from '../cli/wordhost.ts';
import { compiled, noCompiler } from './compiled.ts';

/** Of each kind, so that there are a thousand. */
const GAMES = 500;
const cwd = t.testdir(letterA);
const lexicon = loadLexicon(join(cwd, 'words.txt'));
const program = join(import.meta.dirname, 'failing', 'at-the-deal.c');

/** Verifies a record, and answers which players were removed, in order. */
function removalsIn(path: string) {
  const record = readRecord(path, games);
  if (!record.ok) throw new Error(record.problem);
  if (!lexicon.ok) throw new Error('the word list did not load');
  const plan = planFromRecord(record, lexicon.lexicon);
  if (!plan.ok) throw new Error(plan.problem);
  const verification = verifyRecord(plan.plan, record.events, record.lines);
  if (!verification.ok || !verification.complete) throw new Error(`${path}: ${JSON.stringify(verification)}`);
  return record.events.filter((event) => event.type === 'offence' || event.type === 'left');
}

/** What became of whom: `tiles`, `exited`, `won`. */
function became({ players }: Result): string[] {
  return players.map(({ outcome, offence, cause }) => offence?.rule ?? cause ?? outcome);
}

interface Expected {
  /** How many of the two fall before the game is over. */
  readonly removed: number;
  readonly outcome: string;
  /** All that are seen. Who is told 50 ms later that its output is closed is nearly always the second. */
  readonly ways: readonly string[];
}

const rules = ['byte', 'crashed', 'exited', 'tiles'];
const expectations: Readonly<Record<string, Expected>> = {
  win: { removed: 1, outcome: 'won', ways: rules },
  continue: { removed: 2, outcome: 'aborted', ways: ['closed', ...rules] },
};

t.test(
  'two players are removed in the same millisecond, each in one of six ways: one verdict each, the same again',
  { skip: noCompiler, jobs: 2 },
  async (t) => {
    // Without a shell around it, which would keep its output open.
    const player = `exec ${compiled(program, cwd)}`;
    for (const [lastPlayer, expected] of Object.entries(expectations))
      t.test(`${GAMES} games, --last-player ${lastPlayer}`, async (t) => {
        const options = ['--games', String(GAMES), '--record', lastPlayer, '--last-player', lastPlayer];
        const args = [
          ...letterAOptions,
          ...options,
          '--grace',
          '100ms',
          '--stall',
          '20s',
          '--json',
          player,
          player,
        ];
        const outcome = await run(args, { cwd });
        const results = resultsOf(outcome);
        t.equal(results.length, GAMES, `status ${outcome.status}`);
        t.same(new Set(results.map((result) => result.outcome)), new Set([expected.outcome]));
        checkRemovals(t, results, join(cwd, lastPlayer), expected);
      });
  },
);

function checkRemovals(
  t: Test,
  results: readonly Result[],
  folder: string,
  { removed, ways }: Expected,
): void {
  const records = new Set(readdirSync(folder));
  const seen = new Set<string>();
  const first = new Set<number>();
  const odd: unknown[] = [];
  for (const result of results) {
    const removals = removalsIn(join(folder, `${result.id}.jsonl`));
    records.delete(`${result.id}.jsonl`);
    const told = removals.map((fall) => [fall.seat, fall.type === 'left' ? fall.cause : fall.rule]);
    const ends = became(result);
    const agrees = told.every(([seat, way]) => ends[Number(seat) - 1] === way);
    const seats = new Set(told.map(([seat]) => seat));
    if (!agrees || told.length !== removed || seats.size !== removed) odd.push({ told, ends });
    for (const [, way] of told) seen.add(String(way));
    first.add(removals[0]!.seat);
  }
  t.same(odd, [], 'as many removals as removed players, none twice, and the result says the same');
  t.same(records, new Set(), 'a record for each game');
  for (const way of ways) t.ok(seen.has(way), way);
  t.same(first, new Set([1, 2]), 'now the one is first, now the other');
}
