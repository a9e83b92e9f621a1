import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import type { Result } from '../../host/events/result.ts';
import { jsonLines } from '../support/json-lines.ts';
import { say } from './in-process.ts';
import { resultsOf, run } from './wordhost.ts';

const passes =
  'echo ready; while read -r word rest; do case $word in turn) echo pass;; gameover) exit;; esac; done';
const games = {
  scrabble: ['scrabble', '--max-turns', '3'],
  boggle: ['boggle', '--rules', 'turns', '--turns', '3'],
} as const;

/** Who had the first turn of each game, by name and seat. */
async function began(t: Test, args: readonly string[]) {
  const cwd = t.testdir({ 'bot.sh': passes, 'words.txt': 'AA\n' });
  const named = ['--name', 'Ada', '--name', 'Ben', 'sh bot.sh', 'sh bot.sh'];
  const rest = ['--dictionary', 'words.txt', '--record', 'records', '--json', ...named];
  const outcome = await run([...args, ...rest], { cwd });
  const results: readonly Result[] = resultsOf(outcome);
  t.equal(results.length > 0, true, outcome.stderr);
  const files = readdirSync(join(cwd, 'records')).map((file) => join('records', file));
  t.match(
    await say(['replay', '--verify', ...files], { cwd }),
    { status: 0 },
    'each record says the same again',
  );
  return results.map(({ id, players, seed }) => {
    const events = jsonLines(readFileSync(join(cwd, 'records', `${id}.jsonl`), 'utf8'));
    const { seat } = events.find(({ type }) => type === 'turn');
    return { seat, name: players[seat - 1]!.name, seed, options: events[0].options };
  });
}

for (const [name, game] of Object.entries(games)) {
  const series = [...game, '--seed', '1', '--games', '4', '--first', '2'];

  t.test(`${name}: the seat of --first begins in every game, and the record says so`, async (t) => {
    const always = { seat: 2, name: 'Ben', options: { first: 2 } };
    t.match(await began(t, [...series, '--no-rotate']), [always, always, always, always]);
  });

  t.test(`${name}: as seats rotate, others begin; mirrored, each player does with each seed`, async (t) => {
    const inTurn = [{ name: 'Ben' }, { name: 'Ada' }, { name: 'Ben' }, { name: 'Ada' }];
    t.match(await began(t, series), inTurn);
    const mirrored = await began(t, [...series, '--mirrored']);
    t.match(mirrored, inTurn);
    t.same(
      mirrored.map(({ seed }) => seed === mirrored[0]!.seed),
      [true, true, false, false],
    );
  });
}
