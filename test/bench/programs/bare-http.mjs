/** What a server in Node costs that does nothing: it answers a constant. Prints its address. */
import { createServer } from 'node:http';

const answer = Buffer.from(JSON.stringify({ message: 'x'.repeat(280) }));
const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': answer.length });
    response.end(answer);
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${JSON.stringify({ listening: `http://127.0.0.1:${server.address().port}` })}\n`);
});
process.on('SIGTERM', () => process.exit(0));
