import { join } from 'node:path';
import t from 'tap';
import { testReminders } from './reminders-contract.ts';

/** Side by side: a server of mail lets each connection wait for a tenth of a second. */
t.jobs = 8;
testReminders(t, { name: 'SQLite', empty: async (t) => join(t.testdir(), 'wordhost.db') });
