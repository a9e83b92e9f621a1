import { join } from 'node:path';
import t from 'tap';
import { testDatabase } from './database-contract.ts';

testDatabase(t, { name: 'SQLite', empty: async (t) => join(t.testdir(), 'wordhost.db') });
