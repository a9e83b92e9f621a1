import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { loadLexicon } from '../../host/lexicon/load.ts';
import { verifyRecord } from '../../host/match/verify.ts';
import { planFromRecord } from '../../host/plan/plan-from-record.ts';
import { readRecord } from '../../host/records/read-record.ts';
import { dealt, letterA, letterAOptions } from '../cli/letter-a.ts';
import { resultsOf, run } from '../cli/wordhost.ts';

const GAMES = 25;
const cwd = t.testdir(letterA);
const lexicon = loadLexicon(join(cwd, 'words.txt'));

/** Both do this as soon as the deal has come. */
const falls: Readonly<Record<string, string>> = {
  'a byte that no message allows': `printf n; ${dealt}; printf x; exec sleep 60`,
  'two faults in one write, and the end by a signal': `printf n; ${dealt}; printf xdB; kill -KILL $$`,
};

function offencesIn(path: string): number[] {
  const record = readRecord(path);
  if (!record.ok) throw new Error(record.problem);
  if (!lexicon.ok) throw new Error('the word list did not load');
  const plan = planFromRecord(record.events[0]!, lexicon.lexicon);
  if (!plan.ok) throw new Error(plan.problem);
  const verification = verifyRecord(plan.plan, record.events, record.lines);
  t.match(verification, { ok: true, complete: true }, path);
  return record.events.filter(({ type }) => type === 'offence' || type === 'left').map(({ seat }) => seat!);
}

for (const [fall, player] of Object.entries(falls))
  for (const lastPlayer of ['win', 'continue'] as const)
    t.test(`${fall}, both at once, --last-player ${lastPlayer}: one verdict, the same again`, async (t) => {
      const folder = `records-${lastPlayer}-${fall.length}`;
      const options = ['--games', String(GAMES), '--record', folder, '--last-player', lastPlayer];
      const args = [...letterAOptions, ...options, '--grace', '100ms', '--json', player, player];
      const outcome = await run(args, { cwd });
      const results = resultsOf(outcome);
      t.equal(results.length, GAMES, outcome.stderr);
      for (const { outcome, players } of results) {
        const became = players.map((player) => player.outcome).sort();
        if (lastPlayer === 'win') t.same([outcome, ...became], ['won', 'offender', 'won']);
        else t.same([outcome, ...became], ['aborted', 'offender', 'offender']);
      }
      const records = readdirSync(join(cwd, folder));
      t.equal(records.length, GAMES);
      for (const name of records) {
        const seats = offencesIn(join(cwd, folder, name));
        t.equal(seats.length, lastPlayer === 'win' ? 1 : 2, 'as many faults as players that fell');
        t.equal(new Set(seats).size, seats.length, 'nobody twice');
      }
    });
