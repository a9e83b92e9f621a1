import { join } from 'node:path';
import { testDatabase } from './database-contract.ts';

testDatabase({ name: 'SQLite', empty: async (t) => join(t.testdir(), 'wordhost.db') });
