import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { emptyPosition } from '../../../host/games/scrabble/judge/position.ts';
import { searchPlays } from '../../../host/games/scrabble/moves/search-plays.ts';
import type { Placement } from '../../../host/games/scrabble/wire/messages.ts';
import { terms } from './said-game.ts';

export interface Asked {
  readonly method: string;
  // biome-ignore lint/suspicious/noExplicitAny: what came, whatever it is
  readonly params: any;
  readonly id: number;
}

/** What a bot answers: a result, or the whole body of an answer. */
export type Reply =
  | { readonly result: unknown }
  | { readonly body: string; readonly status?: number }
  | 'nothing';

export type Act = (asked: Asked) => Reply | undefined | Promise<Reply | undefined>;

/** A bot that is a web server, and all that it was asked. */
export class WebBot implements Disposable {
  readonly asked: Asked[] = [];
  readonly #server: Server;

  /** `act`: what it answers; none: as a bot that is ready and passes. */
  static async start(act: Act = () => undefined): Promise<WebBot> {
    const bot = new WebBot(act);
    bot.#server.listen(0, '127.0.0.1');
    await once(bot.#server, 'listening');
    return bot;
  }

  private constructor(act: Act) {
    this.#server = createServer(async (request, answer) => {
      const asked = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Asked;
      this.asked.push(asked);
      const reply = (await act(asked)) ?? { result: usual[asked.method] ?? null };
      if (reply === 'nothing') return;
      const body =
        'body' in reply
          ? reply.body
          : JSON.stringify({ jsonrpc: '2.0', ...reply, error: null, id: asked.id });
      answer
        .writeHead('body' in reply ? (reply.status ?? 200) : 200, { 'content-type': 'application/json' })
        .end(body);
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/rpc`;
  }

  of(method: string): Asked[] {
    return this.asked.filter((one) => one.method === method);
  }

  /** Ends its connections. */
  hangUp(): void {
    this.#server.closeAllConnections();
  }

  [Symbol.dispose](): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }
}

const usual: Readonly<Record<string, unknown>> = {
  'Status.Ping': { ping: 'OK' },
  'Scrabble.NewGame': { status: 'READY' },
  'Scrabble.NextMove': { type: 'PASS' },
};

/** Downloads the files, and says so. */
export async function prepare(
  about: Readonly<Record<string, { readonly url: string }>>,
  gameid: number | string,
): Promise<Readonly<Record<string, unknown>>> {
  const hashes: Record<string, string> = {};
  for (const kind of ['gameboard', 'dictionary', 'letters'])
    hashes[kind] = createHash('sha1')
      .update(Buffer.from(await (await fetch(about[kind]!.url)).arrayBuffer()))
      .digest('hex');
  const body = JSON.stringify({
    jsonrpc: '2.0',
    method: 'Scrabble.Ready',
    params: { gameid, ...hashes },
    id: 1,
  });
  const answer = await fetch(new URL('/rpc', about.letters!.url), { method: 'POST', body });
  return (await answer.json()) as Readonly<Record<string, unknown>>;
}

/** Any play, with blanks that have no letter. */
export function anyPlay(gameletters: string[][], tiles: string[]): unknown {
  const ids = new Map(
    terms.tiles.tiles.map(({ id, faces }) => [faces.length > 1 ? '*' : faces[0]!.letter, id]),
  );
  const laid: Placement[] = gameletters.flatMap((row, y) =>
    row.flatMap((letter, x) =>
      letter === '' ? [] : [{ x: x - 7, y: y - 7, id: ids.get(letter)!, letter, points: 0 }],
    ),
  );
  const held = new Map<number, number>();
  for (const tile of tiles) held.set(ids.get(tile)!, (held.get(ids.get(tile)!) ?? 0) + 1);
  let play: readonly Placement[] | undefined;
  for (const _ of searchPlays(terms, emptyPosition.with(laid), held, (found) => {
    play ??= found.placements();
  }))
    if (play) break;
  if (!play) return { type: 'PASS' };
  const playtiles = play.map(({ x, y, id, letter }) => ({
    row: y + 7,
    col: x + 7,
    tile: id === 0 ? '*' : letter,
  }));
  return { type: 'PLAY', playtiles };
}
