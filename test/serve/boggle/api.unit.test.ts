import { join } from 'node:path';
import { testApi } from './api-contract.ts';

testApi({ name: 'SQLite', empty: async (t) => join(t.testdir(), 'wordhost.db') });
