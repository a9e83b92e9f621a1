import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Asked {
  readonly method: string;
  // biome-ignore lint/suspicious/noExplicitAny: what came, whatever it is
  readonly params: any;
}

/** Answers a call, or does something else with it; `limit`: the time for an answer in milliseconds. */
type Manner = (asked: Asked, answer: ServerResponse, limit: number) => void;

const json = (answer: ServerResponse, result: unknown) =>
  void answer.end(JSON.stringify({ jsonrpc: '2.0', result, error: null, id: 1 }));

/** As a bot that is ready and passes. */
const usual: Manner = ({ method }, answer) =>
  json(
    answer,
    { 'Scrabble.NewGame': { status: 'READY' }, 'Scrabble.NextMove': { type: 'PASS' } }[method] ?? null,
  );

const inMoves =
  (act: Manner): Manner =>
  (asked, answer, limit) =>
    (asked.method === 'Scrabble.NextMove' ? act : usual)(asked, answer, limit);

const play = (tile: string, count: number) => ({
  type: 'PLAY',
  playtiles: Array.from({ length: count }, (_, col) => ({ row: 7, col, tile })),
});

/** Bots that hold others up, one for each way. */
export const manners = {
  silent: inMoves(() => {}),
  'never-ready': (asked, answer, limit) =>
    asked.method === 'Scrabble.NewGame' ? json(answer, { status: 'PREPARING' }) : usual(asked, answer, limit),
  'no-answer-to-new-games': (asked, answer, limit) =>
    asked.method === 'Scrabble.NewGame' ? undefined : usual(asked, answer, limit),
  refusing: inMoves((_, answer) => void answer.writeHead(500).end()),
  'in-the-last-moment': inMoves(
    (_, answer, limit) => void setTimeout(() => json(answer, { type: 'PASS' }), 0.9 * limit),
  ),
  dripping: inMoves((_, answer) => {
    const timer = setInterval(() => answer.write(' '), 20);
    answer.on('close', () => clearInterval(timer));
  }),
  'in-chunks': inMoves((_, answer) => {
    for (let chunk = 0; chunk < 5_000; chunk++) answer.write(' ');
  }),
  huge: inMoves((_, answer) => void answer.end(`"${'x'.repeat(4_000_000)}"`)),
  deep: inMoves((_, answer) => void answer.end(`{"result":${'['.repeat(6000)}${']'.repeat(6000)}}`)),
  lying: inMoves((_, answer) => json(answer, play('*', 225))),
  hanging: inMoves((_, answer) => void answer.destroy()),
} as const satisfies Readonly<Record<string, Manner>>;

/** All of them, until this process ends. Arguments: the server, the limit of an answer, and a token for each. */
if (import.meta.main) {
  const [url = '', limit = '', ...tokens] = process.argv.slice(2);
  for (const [index, [name, act]] of Object.entries<Manner>(manners).entries()) {
    const server = createServer(async (request, answer) => {
      const asked = JSON.parse(Buffer.concat(await request.toArray()).toString()) as Asked;
      act(asked, answer, Number(limit));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const register = async (botversion: string) => {
      const about = { token: tokens[index % tokens.length], botname: name, botversion, game: 'SCRABBLE' };
      const params = { ...about, rpcendpoint: `http://127.0.0.1:${port}/`, concurrent: index % 2 === 0 };
      const body = JSON.stringify({ jsonrpc: '2.0', method: 'RegistrationService.Register', params, id: 1 });
      await fetch(url, { method: 'POST', body }).catch(() => {});
    };
    let version = 0;
    await register('0');
    // Some come back again and again, or as another version.
    setInterval(() => void register(index % 3 === 0 ? String(++version) : '0'), Number(limit) / 4);
  }
  process.send?.('registered');
}
