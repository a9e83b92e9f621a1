import { type Choice, type Greeting, type Mover, playMoves } from 'wordhost/scrabble';
import { visibleLines } from 'wordhost/terminal';
import {
  BotCalls,
  BotConnection,
  CALL_WITHIN_MS,
  drawNumber,
  type Methods,
  prepareWebBot,
  readyRefusal,
  type WebGame,
  WebMover,
  webGame,
} from 'wordhost/web-bots';
import { run } from '../program/run.ts';
import { help, readOptions, type WebBotOptions } from './options.ts';
import { Served } from './served.ts';

/** The bot may be starting at the same time. */
const STARTS_WITHIN_MS = 3_000;

/** `wordhost player merknera`: a bot that is a web server, as a player. */
export async function play(args: readonly string[]): Promise<number> {
  const sit = async ({ name, ...options }: WebBotOptions & { readonly name: string }) =>
    await playMoves((told, choice) => openWebBot(told, choice, options), { name });
  return await run({ name: 'merknera', help, play: sit }, readOptions(args));
}

/** Announces the game and waits until the bot has the files. Returns a sentence if it does not play. */
async function openWebBot(
  told: Greeting,
  choice: Choice,
  { url, port, prepareWithinMs }: WebBotOptions,
): Promise<Mover | string> {
  const game = webGame(told, choice.terms);
  if (typeof game === 'string') return game;
  const connection = new BotConnection(url);
  const failed = await connection.ping(CALL_WITHIN_MS, STARTS_WITHIN_MS);
  if (failed) return `the bot at ${url} does not answer Status.Ping: ${failed.message}`;
  const gameid = drawNumber();
  const prepared = Promise.withResolvers<void>();
  let served: Served;
  try {
    served = await Served.on(
      port,
      Object.values(game.files),
      ownMethods(gameid, game.files, prepared.resolve),
    );
  } catch (error) {
    return `cannot listen on port ${port} (--listen): ${(error as Error).message}`;
  }
  report(`serving the files of the game and /rpc at ${served.address}`);
  const seat = { gameid, calls: new BotCalls(connection), game, player: told.player, report };
  const problem = await prepareWebBot({
    ...seat,
    players: told.names.length,
    urlOf: (file) => served.urlOf(file),
    prepared: prepared.promise,
    withinMs: prepareWithinMs,
    report: (sentence) => report(`${sentence}; the host waits at most its --ready-timeout`),
  });
  const mover = new WebMover(seat);
  const opened = new DisposableStack();
  opened.use(connection);
  opened.use(served);
  opened.use(mover);
  if (problem !== undefined) {
    await mover.finish(choice);
    opened.dispose();
    return `the bot at ${url}: ${problem}`;
  }
  return {
    move: (choice, until) => mover.move(choice, until),
    heard: (notice) => mover.heard(notice),
    finish: (choice) => mover.finish(choice),
    [Symbol.dispose]: () => opened.dispose(),
  };
}

/** Methods for the bot. `ready` is called once it has the files. */
export function ownMethods(gameid: number, files: WebGame['files'], ready: () => void): Methods {
  return {
    'Status.Ping': () => ({ result: { ping: 'OK' } }),
    'Scrabble.Ready': (params) => {
      const refusal = readyRefusal(params, gameid, files);
      if (!refusal) ready();
      return refusal ?? { result: { status: 'OK' } };
    },
  };
}

function report(sentence: string): void {
  process.stderr.write(visibleLines(`wordhost player merknera: ${sentence}\n`));
}
