/** A bare route that writes the rows of a move on the site. Prints its address. `node bare-site.ts STORE`. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { openDatabase } from '../../../host/serve/database/open.ts';
import { type PlayTables, playMigrations } from '../../../host/serve/play/store-tables.ts';

const opening = await openDatabase<PlayTables>(process.argv[2]!, playMigrations);
if (!opening.ok) throw new Error(opening.problem);
const { database } = opening;
const app = new Hono();
const counts = new Map<string, number>();
app.post('/api/v1/games/:key/moves', async (c) => {
  const game = c.req.param('key');
  const number = (counts.get(game) ?? 0) + 1;
  counts.set(game, number);
  const input = JSON.stringify(await c.req.json());
  await database.transaction(async (queries) => {
    if (number === 1)
      await queries
        .insertInto('play_game')
        .values({
          ...{ key: game, game: 'bare', request: '{}', state: 'running' },
          ...{ record: null, made_at: 0, over_at: null, next: null },
        })
        .execute();
    const row = { game, number, seat: 1, input, at: number, day_at: Date.now() };
    await queries.insertInto('play_input').values(row).execute();
  });
  return c.json({ ok: true, brings: 'no points' });
});
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
  process.stdout.write(`${JSON.stringify({ listening: `http://127.0.0.1:${port}` })}\n`),
);
process.on('SIGTERM', () => process.exit(0));
