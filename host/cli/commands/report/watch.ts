import { setTimeout as wait } from 'node:timers/promises';
import { UsageError } from '../../../core/usage-error.ts';
import type { Games } from '../../../games/game.ts';
import { EventFeed } from '../../../serve/http/event-feed.ts';
import type { Answer, Route } from '../../../serve/http/route.ts';
import { type OpenServer, openServer } from '../../../serve/http/server.ts';
import { liveTournamentPage } from '../../../views/tournament/html/tournament-page.ts';
import { type Command, commandOf } from '../../command.ts';
import { type GamesWords, loadGames } from '../../game-words.ts';
import { Interruption } from '../../interrupt.ts';
import { printError, printLines, printNotes } from '../../print.ts';
import { storeToRead } from '../../stores/open-at.ts';
import { readTournament } from './read-tournament.ts';
import { readShownGames, type ShownGames } from './shown-games.ts';

const options = {
  port: {
    kind: 'count',
    default: 0,
    min: 0,
    max: 65_535,
    help: 'port of the page on 127.0.0.1; 0: any that is free',
    everyday: true,
  },
  games: {
    kind: 'text',
    default: '10',
    value: 'all|bad|N',
    help: 'games to step through in the page: all, the bad ones, or these and so many of the newest',
  },
} as const;

/** How often the store is looked at. */
const EVERY_MS = 1000;

/** A tournament as a live page, while it runs elsewhere or afterwards. */
export function watchWith(games: GamesWords): Command {
  return commandOf({
    summary: 'Shows a tournament as a live page, in a browser on this machine.',
    operands: {
      form: '[options] STORE',
      min: 1,
      max: 1,
      expected: 'one store, as `wordhost tournament` makes it: wordhost watch league.db',
    },
    options,
    examples: [
      ['wordhost watch league.db', 'prints the address of the page'],
      ['wordhost watch --port 8080 league.db', 'at an address that stays the same'],
    ],
    notes:
      'It goes on until it is interrupted (Ctrl-C). Only this machine can see the page, any user of it.\nExit status: 130 or 143 interrupted, 2 there is no such store or the port is in use.',
    async run(call) {
      const { port, games: shown } = call.options;
      using interruption = new Interruption();
      const [path] = call.operands as [string];
      const read = { path, games: await loadGames(games), shown: readShownGames(shown) };
      return await watch(read, port, interruption);
    },
  });
}

interface Watched {
  readonly path: string;
  readonly games: Games;
  readonly shown: ShownGames;
}

async function watch(
  { path, games, shown }: Watched,
  port: number,
  interruption: Interruption,
): Promise<number> {
  const { signal } = interruption;
  await using store = await storeToRead(path);
  const read = async () => await readTournament(path, games, { reads: 'shown games', shown });
  let known = (await store.counts()).games;
  // A store that cannot be read is a fault at once, and not in the browser.
  let made = { games: known, page: liveTournamentPage(await read()) };
  const page = async (): Promise<Answer> => {
    const { games: kept } = await store.counts();
    if (made.games !== kept) made = { games: kept, page: liveTournamentPage(await read()) };
    // What the page may run and load is said in itself.
    return { is: 'text', type: 'text/html', text: made.page, policy: "base-uri 'none'; form-action 'none'" };
  };
  const feed = new EventFeed(() => [{ name: 'games', data: known }]);
  const routes = [
    { path: '/', answer: page },
    { path: '/events', answer: (): Answer => ({ is: 'feed', feed }) },
  ];
  await using server = await opened(routes, port);
  printLines([`${server.address} shows ${path}`]);
  printNotes(['Ctrl-C ends it']);
  while (!signal.aborted) {
    await wait(EVERY_MS, undefined, { signal }).catch(() => {});
    const { games: kept } = await store.counts();
    if (kept === known) continue;
    known = kept;
    feed.send({ name: 'games', data: kept });
  }
  feed.end({ name: 'end', data: null });
  return interruption.status ?? 0;
}

async function opened(routes: readonly Route[], port: number): Promise<OpenServer> {
  const failed = (error: unknown) => printError(`the page could not be made: ${(error as Error).message}\n`);
  const opening = await openServer({ routes, port, failed });
  if (opening.ok) return opening.server;
  const why = opening.code === 'EADDRINUSE' ? 'another program uses it' : opening.code;
  throw new UsageError(`--port ${port} cannot be used: ${why}`);
}
