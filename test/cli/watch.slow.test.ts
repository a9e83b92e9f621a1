import { renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { oldRecords } from '../old-records/old-records.ts';
import { keepMadeUp } from '../views/tournament/made-up-store.ts';
import { addressOf, events } from './pages.ts';
import { start, until } from './wordhost.ts';

const cwd = t.testdir({});
const record = Buffer.from(oldRecords.find(({ text }) => text.includes('"game":"scrabble"'))!.text);
const made = { names: ['ada', 'ben', 'cyd'], rounds: 2, badEvery: 2, recordOf: () => record };
const store = join(cwd, 'league.db');
await keepMadeUp(store, { ...made, games: 2 });

t.test('a store that is replaced or removed is not shown as if it went on', async (t) => {
  for (const replace of [
    (name: string) => renameSync(join(cwd, 'other.db'), name),
    (name: string) => rmSync(name),
  ]) {
    const name = join(cwd, 'gone.db');
    await keepMadeUp(name, { ...made, games: 2 });
    await keepMadeUp(join(cwd, 'other.db'), { ...made, games: 1 });
    const running = start(['watch', 'gone.db'], { cwd });
    const url = await addressOf(t, running);
    const told = events(url);
    await until(() => told.text.includes('event: everything'), told);
    replace(name);
    t.match(await running.ended, {
      status: 3,
      stderr: /^wordhost: gone\..*removed, renamed.*replaced.*\. .* again$/m,
    });
    t.match(told.text, /The .*renamed.*replaced\. This page no longer changes\./);
    for (const left of ['gone.db', 'other.db']) rmSync(join(cwd, left), { force: true });
  }
});
