import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { completeLock } from '../host/package/complete-lock.ts';

const lock = JSON.parse(readFileSync(join(import.meta.dirname, '..', 'package-lock.json'), 'utf8'));

t.test('the lock file names the packages of every platform, so that `npm ci` works on each', async (t) => {
  t.same(completeLock(structuredClone(lock)), [], '`npm run lock` completes it');
});

t.test('the lock file names no registry', async (t) => {
  t.notMatch(JSON.stringify(lock), /"resolved"/);
});

t.test('only one package has something to do when it is installed', async (t) => {
  const scripted = Object.entries(lock.packages as Record<string, { hasInstallScript?: boolean }>)
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path);
  t.same(scripted, ['node_modules/node']);
});
