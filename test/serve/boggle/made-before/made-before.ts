import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Test } from 'tap';
import {
  dueReminders,
  mailLimits,
  takeReminder,
} from '../../../../host/serve/boggle/reminders/reminder-store.ts';
import { servedBoggle } from '../served-boggle.ts';

interface MadeBefore {
  readonly name: 'SQLite' | 'PostgreSQL';
  /** Makes a database of this SQL, and says where it is. */
  made(t: Test, sql: string): Promise<string>;
}

const OTHER = "särah 'o\\?$1";

/** Games that were kept by the code before kysely and pg go on. */
export function testMadeBefore(t: Test, { name, made }: MadeBefore): void {
  t.test(`${name}: a database of an older wordhost has all that was in it`, async (t) => {
    const sql = readFileSync(join(import.meta.dirname, `${name.toLowerCase()}.sql`), 'utf8');
    const { service, database } = await servedBoggle(t, { where: await made(t, sql) });
    t.match(await service.rankings(10, 0), [
      { name: 'john', email: 'john@example.org', wins: 2, draws: 0, losses: 0, isBot: false },
      { name: OTHER, email: undefined, wins: 0, losses: 1 },
      { name: 'idle', wins: 0, losses: 1 },
    ]);
    t.match(await service.average(), { games: 1, average: 19 });
    const of = await service.userWithGames(/boggle_user VALUES \('(u[\w-]{21})', 'john'/.exec(sql)![1]!, 10);
    if ('refused' in of) throw new Error(JSON.stringify(of));
    const [cancelled, open, ended] = of.games;
    t.match(cancelled, { names: ['john', 'idle'], winner: 1, next: undefined, turnsLeft: 9, found: [] });
    t.match(ended, { winner: 1, points: [5, 0], turns: 2, turnsLeft: 0, found: [['SQUALLY', 1]] });
    t.match(await service.history(ended!.key), {
      moves: [
        { seat: 1, word: 'SQUALLY', points: 5, path: [8, 4, 9, 14, 10, 5], reason: undefined },
        { seat: 2, word: 'DOG', points: undefined, path: undefined, reason: 'notonboard' },
      ],
    });
    t.match(open, { names: [OTHER, 'john'], next: 2, found: [['AQUA', 1]], winner: undefined, changes: 1 });
    const sought = { begunAfter: 0, begunBefore: 100, now: 7, most: 5 };
    const due = await database.transaction((queries) => dueReminders(queries, sought));
    t.match(due, [{ game: open!.key, turn: 1, email: 'john@example.org', player: 'john', opponent: OTHER }]);
    t.same(
      await database.transaction((queries) =>
        takeReminder(queries, due[0]!, { now: 7, limits: mailLimits(9), linkHash: 'hash' }),
      ),
      { tries: 2, asks: true },
      'the second attempt, for which the address has to be confirmed first',
    );
    t.match(await service.makeMove(open!.key, 'john', 'squall', undefined), {
      game: { points: [1, 3], turnsLeft: 18, next: 1 },
    });
  });
}
