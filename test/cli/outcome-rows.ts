import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import type { Result } from '../../host/events/result.ts';
import { dealt, letterA, letterAOptions, patient } from './letter-a.ts';
import { type Outcome, resultsOf, run } from './wordhost.ts';

interface Row {
  readonly rule: string;
  readonly players: readonly string[];
  readonly options?: readonly string[];
  readonly status: number;
  readonly game: Partial<Result>;
  readonly became: readonly object[];
  readonly says?: RegExp;
}

export const won = { outcome: 'won', reason: 'last-player', winner: 2 } as const;
export const offender = (kind: string, rule: string, at?: number) => ({
  outcome: 'offender',
  offence: { kind, rule, ...(at !== undefined && { at, unit: 'byte' }) },
});
export const failed = (rule: string) => ({ outcome: 'failed', offence: { kind: 'startup', rule } });
export const afterDeal = (does: string, ready = 'r') => `printf ${ready}; ${dealt}; ${does}; exec sleep 60`;

/** A player that goes wrong, and a patient one that wins by it. */
export function against(rule: string, player: string, became: object, more: Partial<Row> = {}): Row {
  return {
    rule,
    players: [player, patient],
    status: 1,
    game: won,
    became: [became, { outcome: 'won' }],
    ...more,
  };
}

export function folderOfPlayers(t: Test): string {
  const cwd = t.testdir({ ...letterA, 'notes.txt': 'no program' });
  chmodSync(join(cwd, 'notes.txt'), 0o644);
  return cwd;
}

/** Plays each, with real processes: what the host says of it, and its result. */
export async function tryOutcomes(t: Test, cwd: string, rows: readonly Row[]): Promise<void> {
  const play = async ({ players, options = [] }: Pick<Row, 'players' | 'options'>): Promise<Outcome> =>
    await run(['bananagrams', ...letterAOptions, '--json', ...options, '--', ...players], { cwd });

  for (const row of rows)
    t.test(row.rule, async (t) => {
      const outcome = await play(row);
      t.equal(outcome.status, row.status, outcome.stderr);
      t.match(outcome.stdout, /^\{.*\}\n$/, 'the result is one line, and all that stands there');
      const [result] = resultsOf(outcome);
      t.match(result, { ...row.game, players: row.became });
      if (row.says) t.match(outcome.stderr, row.says);
      t.equal(
        /record and replay/.test(outcome.stderr),
        result!.players.some(wentWrong) || ['stalled', 'game-timeout'].includes(result!.reason),
        'how to see it again',
      );
    });
}

function wentWrong({ outcome }: { readonly outcome: string }): boolean {
  return ['left', 'offender'].includes(outcome);
}
