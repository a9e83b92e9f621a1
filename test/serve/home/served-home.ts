import { Hono } from 'hono';
import { homeGames } from '../../../host/cli/games/home-games.ts';
import { playableGames } from '../../../host/cli/games/playable-games.ts';
import { loadLexicon } from '../../../host/lexicon/load.ts';
import { homeSite } from '../../../host/serve/home/home-site.ts';
import { jsonAnswer, type Service } from '../../../host/serve/http/answers.ts';
import { type OpenServer, openServer } from '../../../host/serve/http/server.ts';
import positions from '../../../host/serve/scrabble/puzzle/positions.json' with { type: 'json' };
import { ScrabblePuzzles } from '../../../host/serve/scrabble/puzzle/puzzles.ts';

/** Noon of 2026-11-29. */
export const NOON = Date.UTC(2026, 10, 29, 12);

/** The pages of the site with an API that remembers what it was asked for. */
export async function servedHome(
  now: () => number = () => NOON,
): Promise<OpenServer & { readonly created: readonly unknown[] }> {
  const reading = loadLexicon('english');
  if (!reading.ok) throw new Error(reading.problem);
  const created: unknown[] = [];
  const api: Service = new Hono();
  api.post('/api/v1/games', async (c) => {
    const wanted = JSON.parse(new TextDecoder().decode(c.get('body') as Uint8Array)) as { game: string };
    created.push(wanted);
    return jsonAnswer(c, 201, { key: 'V1StGXR8_Z5jdHi6B-myT', game: wanted.game });
  });
  api.get('/api/v1/games', (c) =>
    jsonAnswer(
      c,
      200,
      listed.filter(({ state }) => state === c.req.query('state')),
    ),
  );
  api.get('/api/v1/games/:key/output', (c) => jsonAnswer(c, 200, { seats: [] }));
  api.get('/:game/games/:key', (c) => c.text('the table'));
  const opening = await openServer({
    port: 0,
    services: [
      ['/', api],
      [
        '/',
        homeSite({
          games: homeGames(playableGames).map((game) => ({
            ...game,
            ownBots: game.name === 'scrabble' ? ['<b>greedy</b>'] : [],
          })),
          puzzles: new ScrabblePuzzles(reading.lexicon, positions),
          botCommand: 'wordhost serve --bot …',
          former: 'boggle/',
          now,
        }),
      ],
    ],
    failed: (error) => {
      throw error;
    },
  });
  if (!opening.ok) throw new Error(opening.code);
  return Object.assign(opening.server, { created });
}

const listed = [
  {
    key: 'V1StGXR8_Z5jdHi6B-myV',
    game: 'scrabble',
    state: 'open',
    seats: [
      { seat: 1, name: 'Guest', is: 'person' },
      { seat: 2, name: 'open', is: 'open' },
    ],
    you: 1,
  },
  {
    key: 'V1StGXR8_Z5jdHi6B-myW',
    game: 'scrabble',
    state: 'open',
    seats: [
      { seat: 1, name: 'Eve', is: 'person' },
      { seat: 2, name: 'open', is: 'open' },
    ],
  },
  {
    key: 'V1StGXR8_Z5jdHi6B-myU',
    game: 'scrabble',
    state: 'running',
    seats: [
      { seat: 1, name: 'Guest', is: 'person' },
      { seat: 2, name: 'easy', is: 'bot' },
    ],
    scores: [20, 43],
    due: [1],
    you: 1,
  },
  {
    key: 'V1StGXR8_Z5jdHi6B-myT',
    game: 'scrabble',
    state: 'running',
    seats: [
      { seat: 1, name: 'Ada', is: 'person' },
      { seat: 2, name: '<b>greedy</b>', is: 'bot' },
    ],
    scores: [76, 102],
  },
];
