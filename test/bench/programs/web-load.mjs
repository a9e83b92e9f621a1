/**
 * Plays games of Boggle over HTTP: `web-load.mjs ADDRESS CONNECTIONS MOVES`. Each connection has a game of its own, and sends
 * its next guess when the one before is answered. Prints moves in a second, and the time of the slowest in a hundred.
 */
import { Agent, request } from 'node:http';

const [address, connections, moves] = [process.argv[2], Number(process.argv[3]), Number(process.argv[4])];
const agent = new Agent({ keepAlive: true, maxSockets: connections });
const LONGEST_GAME = 1000;
const words = [
  'tea',
  'seat',
  'least',
  'rate',
  'note',
  'tone',
  'xyzzy',
  'hello',
  'stone',
  'the',
  'notaword',
  'area',
  'line',
];

function send(method, path, fields) {
  const { promise, resolve, reject } = Promise.withResolvers();
  const body = JSON.stringify(fields);
  const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) };
  const asked = request(`${address}${path}`, { method, agent, headers }, (response) => {
    let text = '';
    response.setEncoding('utf8').on('data', (piece) => {
      text += piece;
    });
    response.on('end', () =>
      response.statusCode === 200 ? resolve(JSON.parse(text)) : reject(new Error(text)),
    );
  });
  asked.on('error', reject);
  asked.end(body);
  return promise;
}

const times = [];
async function play(number) {
  const names = [`first ${process.pid} ${number}`, `second ${process.pid} ${number}`];
  for (const user_name of names) await send('POST', '/boggle/create_user', { user_name });
  const game = { user1_name: names[0], user2_name: names[1], turns: LONGEST_GAME };
  const key = async () => (await send('POST', '/boggle/new_game', game)).urlsafe_key;
  let path = `/boggle/make_move/${await key()}`;
  await ready();
  for (let move = 0; times.length < moves; move++) {
    if (move > 0 && move % LONGEST_GAME === 0) path = `/boggle/make_move/${await key()}`;
    const start = performance.now();
    await send('PUT', path, { user_name: names[move % 2], guess: words[(move * 7 + number) % words.length] });
    times.push(performance.now() - start);
  }
}

/** All begin together. */
let waiting = connections;
let begun;
const together = Promise.withResolvers();
function ready() {
  if (--waiting === 0) {
    begun = performance.now();
    together.resolve();
  }
  return together.promise;
}

await Promise.all(Array.from({ length: connections }, (_, number) => play(number)));
const seconds = (performance.now() - begun) / 1000;
times.sort((one, other) => one - other);
const slowest = times[Math.ceil(times.length * 0.99) - 1];
process.stdout.write(`${JSON.stringify({ perSecond: times.length / seconds, slowestMs: slowest })}\n`);
agent.destroy();
