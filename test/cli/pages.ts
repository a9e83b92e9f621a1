import { get, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Test } from 'tap';
import { type Running, until } from './wordhost.ts';

interface Page {
  readonly status: number | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

interface Asking {
  readonly method?: string;
  readonly host?: string;
}

/** A page of a server, as nothing but a browser would ask for it. */
export async function ask(url: string, { method = 'GET', host }: Asking = {}): Promise<Page> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const headers = host === undefined ? {} : { headers: { host } };
  request(url, { method, agent: false, ...headers }, resolve)
    .on('error', reject)
    .end();
  const response = await promise;
  return { status: response.statusCode, headers: response.headers, text: await text(response) };
}

export function events(url: string): { text: string; ended: boolean } {
  const told = { text: '', ended: false };
  get(`${url}events`, { agent: false }, (response) => {
    response.setEncoding('utf8').on('data', (piece: string) => {
      told.text += piece;
    });
    response.on('close', () => {
      told.ended = true;
    });
  });
  return told;
}

export async function addressOf(t: Test, running: Running): Promise<string> {
  t.teardown(() => void running.child.kill('SIGKILL'));
  const said = () => /live page: (\S+)\n/.exec(running.stderr + running.stdout)?.[1];
  await until(() => said() !== undefined, running);
  return said()!;
}
