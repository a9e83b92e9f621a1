// Web bots that answer at once, without looking at what they are asked: several servers in one process, whose addresses are printed.
import { createServer } from 'node:http';

const results = {
  'Status.Ping': { ping: 'OK' },
  'Scrabble.NewGame': { status: 'READY' },
  'Scrabble.NextMove': { type: 'PASS' },
};

const addresses = [];
for (let index = 0; index < Number(process.argv[2]); index++) {
  const server = createServer((request, response) => {
    let text = '';
    request.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      const { method, id } = JSON.parse(text);
      const body = JSON.stringify({ jsonrpc: '2.0', result: results[method] ?? null, id });
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
        .end(body);
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
  addresses.push(`http://127.0.0.1:${server.address().port}/rpc`);
}
console.log(JSON.stringify(addresses));
