import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testStress } from './stress.ts';

for (const hosts of [1, 2])
  testStress({
    name: 'SQLite',
    hosts,
    async empty(t) {
      const folder = mkdtempSync(join(tmpdir(), 'wordhost-stress-'));
      t.teardown(() => rmSync(folder, { recursive: true, force: true }));
      return join(folder, 'wordhost.db');
    },
  });
