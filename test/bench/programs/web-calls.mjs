// Posts the body of a turn to web bots, so many at once, with bare node:http: prints calls a second, and microseconds of processor time for each.
import { Agent, request } from 'node:http';

const [calls, atOnce, ...urls] = process.argv.slice(2);
const agent = new Agent({ keepAlive: true, maxSockets: Number(atOnce) });
const row = Array(15).fill('');
const body = JSON.stringify({
  jsonrpc: '2.0',
  method: 'Scrabble.NextMove',
  params: {
    gameid: 1,
    tiles: [...'AEIRSTN'],
    gamestate: Array(15).fill(row),
    gameletters: Array(15).fill(row),
  },
  id: 1,
});
const headers = {
  'content-type': 'application/json',
  accept: 'application/json',
  'content-length': body.length,
};

const post = (url) =>
  new Promise((resolve, reject) => {
    const sent = request(url, { method: 'POST', agent, headers }, (response) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () => resolve(JSON.parse(text)));
    });
    sent.on('error', reject);
    sent.end(body);
  });

let left = Number(calls);
const one = async (index) => {
  const url = new URL(urls[index % urls.length]);
  while (left-- > 0) await post(url);
};
const round = async (count) => {
  left = count;
  await Promise.all(Array.from({ length: Number(atOnce) }, (_, index) => one(index)));
};
await round(Number(calls) / 5);
const [began, before] = [performance.now(), process.cpuUsage()];
await round(Number(calls));
const { user, system } = process.cpuUsage(before);
const seconds = (performance.now() - began) / 1000;
console.log(JSON.stringify({ perSecond: calls / seconds, micros: (user + system) / calls }));
process.exit(0);
