import { join } from 'node:path';
import t from 'tap';
import { testReminders } from './reminders-contract.ts';

testReminders(t, { name: 'SQLite', empty: async (t) => join(t.testdir(), 'wordhost.db') });
