import { setTimeout as wait } from 'node:timers/promises';
import { HostFailure } from '../../../core/host-failure.ts';
import type { Games } from '../../../games/game.ts';
import type { ReadableStore } from '../../../runs/store/contract.ts';
import { LivePage } from '../../../serve/watch/live-page.ts';
import { inodeOf } from '../../../sqlite/inode.ts';
import type { PageRequest } from '../../../views/html/page.ts';
import { tournamentPageRequest } from '../../../views/tournament/html/tournament-page.ts';
import { type Command, commandOf } from '../../command.ts';
import { type GamesWords, loadGames } from '../../game-words.ts';
import { Interruption } from '../../interrupt.ts';
import { printLines, printNotes } from '../../print.ts';
import { storeToRead } from '../../stores/open-at.ts';
import { storesBeginning } from '../../stores/stores-beginning.ts';
import { FollowedStore } from '../../watching/followed-store.ts';
import { serveLive } from '../../watching/live-server.ts';
import { recordIn } from '../../watching/watching.ts';
import { tournamentOf } from './read-tournament.ts';

const options = {
  port: {
    kind: 'count',
    default: 0,
    min: 0,
    max: 65_535,
    help: 'port of the page on 127.0.0.1; 0: any that is free',
    everyday: true,
  },
} as const;

/** How often the store is looked at; one that takes long to read, as many times less often. */
const EVERY_MS = 1000;
const MOST_OF_TIME = 20;

/** What a store has as a live page, while games come into it or afterwards. */
export function watchWith(games: GamesWords): Command {
  return commandOf({
    summary: 'Shows a tournament or a comparison as a live page, in a browser on this machine.',
    operands: {
      form: '[options] STORE',
      min: 1,
      max: 1,
      expected: 'one store, as `wordhost tournament` makes it: wordhost watch league.db',
      choices: [storesBeginning],
    },
    options,
    examples: [
      ['wordhost watch league.db', 'prints the address of the page'],
      ['wordhost watch --port 8080 league.db', 'at a port that stays the same'],
    ],
    notes:
      'It shows games when they are over: those that run are on the page of the command that plays them (--watch).\n' +
      'It goes on until it is interrupted (Ctrl-C). Nobody can guess the address of the page.\n' +
      'Exit status: 130 or 143 interrupted, 2 there is no such store or the port is in use, 3 the store was removed or\n' +
      'replaced.',
    async run(call) {
      using interruption = new Interruption();
      const [path] = call.operands as [string];
      return await watch(path, await loadGames(games), call.options.port, interruption);
    },
  });
}

async function watch(path: string, games: Games, port: number, interruption: Interruption): Promise<number> {
  const { signal } = interruption;
  const file = inodeOf(path);
  const isGone = () => inodeOf(path) !== file;
  await using store = await storeToRead(path);
  const followed = await FollowedStore.open(store, path, games);
  const { title, game } = followed.shown;
  const page = new LivePage({
    ...{ title, game, isElsewhere: true },
    progress: () => followed.shown.progress(),
    isOver: () => followed.shown.isOver?.() ?? false,
    figures: () => followed.shown.figures(),
    record: async (number) => recordIn(await store.record(number), number, game),
    report: reportOf(store, path, games, isGone),
  });
  const look = async () => {
    const { records } = await store.counts();
    const come = await followed.read();
    page.over(come.map((each) => ({ ...each, isKept: records > 0 })));
    page.changed();
  };
  await look();
  await using server = await serveLive(page, port, (said) => `--port ${said}`);
  printLines([server.line]);
  printNotes([`it shows ${path}; Ctrl-C ends it`]);
  let next = EVERY_MS;
  let seen = await stateOf(store);
  while (!signal.aborted) {
    await wait(next, undefined, { signal }).catch(() => {});
    if (isGone()) return gone(page, path);
    const now = await stateOf(store);
    if (now === seen) continue;
    seen = now;
    const start = performance.now();
    await look();
    next = Math.max(EVERY_MS, MOST_OF_TIME * (performance.now() - start));
  }
  page.end('The command has ended. This page stays as it is.');
  return interruption.status ?? 0;
}

/** What is still open is no longer what the path leads to: a page of both would be of none. */
function gone(page: LivePage, path: string): never {
  page.end('The store has been removed, renamed or replaced. This page stays as it is.');
  throw new HostFailure(
    `${path} has been removed, renamed or replaced, and the page has ended. For what is there now give the command again`,
  );
}

/** By which it is known that something has come. */
async function stateOf(store: ReadableStore): Promise<string> {
  const [{ games }, file] = [await store.counts(), await store.file()];
  return `${file?.version} ${games}`;
}

/** Made when it is asked for, and again when something has come. Each game in it has a page of its own. */
function reportOf(
  store: ReadableStore,
  path: string,
  games: Games,
  isGone: () => boolean,
): () => Promise<PageRequest> {
  let made: { readonly of: string; readonly page: PageRequest } | undefined;
  return async () => {
    if (isGone()) throw new HostFailure(`${path} has been removed, renamed or replaced`);
    const of = await stateOf(store);
    if (made?.of === of) return made.page;
    const tournament = await tournamentOf(store, path, games, { reads: 'bad games', shown: 0 });
    const { records } = await store.counts();
    const page = tournamentPageRequest({
      ...tournament,
      ...(records > 0 && { gameAddress: (number: number) => `games/${number}` }),
    });
    made = { of, page };
    return page;
  };
}
