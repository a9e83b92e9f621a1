import { join } from 'node:path';
import { testReminders } from './reminders-contract.ts';

testReminders({ name: 'SQLite', empty: async (t) => join(t.testdir(), 'wordhost.db') });
