import { get, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Test } from 'tap';
import { spliced } from '../../host/views/parts/text-changes.ts';
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

interface PagePart {
  readonly id: string;
  readonly version: number;
  readonly html: string;
}

/** Puts the whole text of a part behind each of its changes, so that it can be searched. */
export class WholeParts {
  readonly #parts = new Map<string, PagePart>();
  #rest = '';

  whole(piece: string): string {
    const events = (this.#rest + piece).split('\n\n');
    this.#rest = events.pop()!;
    return piece + events.map((event) => this.#changed(event)).join('');
  }

  #changed(event: string): string {
    const [, name = '', data = ''] = /^event: (\w+)\ndata: (.*)$/m.exec(event) ?? [];
    if (name === 'everything' || name === 'part')
      for (const part of [JSON.parse(data)].flat() as readonly PagePart[]) this.#parts.set(part.id, part);
    if (name !== 'change') return '';
    const { id, version, splices } = JSON.parse(data);
    const part = this.#parts.get(id);
    if (part?.version !== version - 1) throw new Error(`${id}: a change to ${version} of ${part?.version}`);
    const now = { ...part, version, html: spliced(part.html, splices) };
    this.#parts.set(id, now);
    return `: whole ${JSON.stringify(now)}\n\n`;
  }
}

export function events(url: string): { text: string; ended: boolean } {
  const told = { text: '', ended: false };
  const parts = new WholeParts();
  get(`${url}events`, { agent: false }, (response) => {
    response.setEncoding('utf8').on('data', (piece: string) => {
      told.text += parts.whole(piece);
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
