/**
 * In a network of its own, whose names this program resolves: robot.example is at 127.0.0.1 when it is first asked for, and at
 * 127.0.0.2 from then on. Prints what `wordhost serve`, which may call 127.0.0.1 alone, has asked and called.
 */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { run, start, until } from '../../cli/wordhost.ts';

const [store = ''] = process.argv.slice(2);
const PORT = 9_000;
const TYPE_A = 1;

let lookups = 0;
const names = createSocket('udp4');
names.on('message', (query, { port, address }) => {
  const end = query.indexOf(0, 12) + 5;
  const question = query.subarray(12, end);
  const isAddress = question.readUInt16BE(question.length - 4) === TYPE_A;
  const head = Buffer.from([query[0]!, query[1]!, 0x81, 0x80, 0, 1, 0, Number(isAddress), 0, 0, 0, 0]);
  const at = isAddress ? [0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, lookups++ === 0 ? 1 : 2] : [];
  names.send(Buffer.concat([head, question, Buffer.from(at)]), port, address);
});
names.bind(53, '127.0.0.1');
await once(names, 'listening');

const called: Record<string, string[]> = { '127.0.0.1': [], '127.0.0.2': [] };
const results: Readonly<Record<string, unknown>> = { 'Scrabble.NewGame': { status: 'READY' } };
for (const [host, methods] of Object.entries(called)) {
  const bot = createServer(async (request, answer) => {
    const { method, id } = JSON.parse(Buffer.concat(await request.toArray()).toString());
    methods.push(method);
    const result = results[method] ?? { ping: 'OK' };
    answer.writeHead(200, { connection: 'close' }).end(JSON.stringify({ jsonrpc: '2.0', result, id }));
  });
  bot.listen(PORT, host);
  await once(bot, 'listening');
}

const token = (await run(['serve', 'token', 'add', 'ada', '--store', store])).stdout.trim();
const words = ['--listen', '127.0.0.1:8080', '--allow-endpoint', '127.0.0.1/32', '--store', store];
const running = start(['serve', ...words]);
await until(
  () => running.stderr.includes('listening on'),
  () => running.stderr,
);
for (const host of ['robot.example', '127.0.0.1']) {
  const rpcendpoint = `http://${host}:${PORT}/rpc`;
  const params = { token, botname: host, botversion: '1', game: 'SCRABBLE', rpcendpoint };
  const body = JSON.stringify({ jsonrpc: '2.0', method: 'RegistrationService.Register', params, id: 1 });
  await (await fetch('http://127.0.0.1:8080/rpc', { method: 'POST', body })).text();
}
await until(
  () => running.stderr.includes('lost the game'),
  () => running.stderr,
);
running.child.kill('SIGTERM');
await running.ended;
const problems = running.stderr.split('\n').filter((line) => line.includes('lost the game'));
process.stdout.write(JSON.stringify({ lookups, called, problems }));
process.exit(0);
