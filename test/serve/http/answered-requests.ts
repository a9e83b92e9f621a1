import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { Hono } from 'hono';
import type { Test } from 'tap';
import type { Service } from '../../../host/serve/http/answers.ts';
import { textAnswer } from '../../../host/serve/http/answers.ts';
import { openServer } from '../../../host/serve/http/server.ts';
import type { RequestLogEntry } from '../../../host/serve/http/site.ts';

/** A server that notes which requests it was told of, as long as the test runs. */
export async function noted(t: Test) {
  const told: RequestLogEntry[] = [];
  const service: Service = new Hono();
  service.post('/said', (c) => textAnswer(c, 'text/plain', 'heard'));
  const opening = await openServer({
    services: [['/', service]],
    port: 0,
    failed: (error) => t.fail(String(error)),
    onAnswer: (entry) => told.push(entry),
  });
  if (!opening.ok) throw new Error(opening.code);
  const { server } = opening;
  t.teardown(() => server[Symbol.asyncDispose]());
  return {
    told,
    /** A client that has sent this, and hears what it is answered. */
    async client(sent: string): Promise<{ socket: Socket; heard: () => string }> {
      const socket = connect(Number(new URL(server.address).port), '127.0.0.1');
      t.teardown(() => socket.destroy());
      let heard = '';
      socket.on('error', () => {});
      socket.on('data', (piece) => {
        heard += String(piece);
      });
      await once(socket, 'connect');
      socket.write(`POST /said HTTP/1.1\r\nHost: localhost\r\n${sent}`);
      return { socket, heard: () => heard };
    },
  };
}
