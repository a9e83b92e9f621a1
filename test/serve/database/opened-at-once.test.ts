import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { compiledSources } from '../../support/caches.ts';

/** Each is opened by both processes, which are started well before the first. */
const [DATABASES, PROCESSES, PAUSE_MS, UNTIL_STARTED_MS] = [100, 2, 20, 3000];

t.test('hosts that open a new database at the same moment: each has it', async (t) => {
  const folder = t.testdir();
  const program = join(import.meta.dirname, 'opens-at-once.ts');
  const given = [folder, Date.now() + UNTIL_STARTED_MS, DATABASES, PAUSE_MS].map(String);
  const running = Array.from({ length: PROCESSES }, () =>
    promisify(execFile)(process.execPath, ['--conditions=wordhost-source', program, ...given], {
      env: { ...process.env, ...compiledSources, NODE_NO_WARNINGS: '1' },
    }),
  );
  for (const { stdout } of await Promise.all(running)) t.equal(stdout, '', 'nothing was refused');
  const made = readdirSync(folder).filter((name) => name.endsWith('.db'));
  t.equal(made.length, DATABASES);
});
