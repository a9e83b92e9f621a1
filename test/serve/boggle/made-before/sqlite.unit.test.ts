import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import t from 'tap';
import { testMadeBefore } from './made-before.ts';

testMadeBefore(t, {
  name: 'SQLite',
  async made(t, sql) {
    const path = join(t.testdir(), 'wordhost.db');
    const database = new DatabaseSync(path);
    database.exec(sql);
    database.close();
    return path;
  },
});
