import { join } from 'node:path';
import t from 'tap';
import { testApi } from './api-contract.ts';

testApi(t, { name: 'SQLite', empty: async (t) => join(t.testdir(), 'wordhost.db') });
