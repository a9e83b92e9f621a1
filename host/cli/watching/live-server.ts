import { UsageError } from '../../core/usage-error.ts';
import type { OpenServer } from '../../serve/http/server.ts';
import type { LivePage } from '../../serve/watch/live-page.ts';
import { printError } from '../print.ts';

/** How a user says a port: `--watch=8017`, `--port 8017`. */
type SaidPort = (port: number) => string;

export interface LiveServer extends OpenServer {
  /** In a line for people, and for programs that wait for it. */
  readonly line: string;
}

/** A live page on this machine, as long as it is not disposed of. A port that cannot be used is a usage error. */
export async function serveLive(page: LivePage, port: number, said: SaidPort): Promise<LiveServer> {
  // What serves is loaded by those who want it.
  const [{ openServer }, { liveService }] = await Promise.all([
    import('../../serve/http/server.ts'),
    import('../../serve/watch/live-service.ts'),
  ]);
  const opening = await openServer({ services: [['/', liveService(page)]], port, failed: tellFailure });
  if (!opening.ok) throw new UsageError(`${said(port)}: ${whyNot(opening.code, port, said(0))}`);
  const { server } = opening;
  return { ...server, line: `live page: ${server.address}${page.path}` };
}

export function tellFailure(error: unknown): void {
  printError(`the live page: ${(error as Error).message}\n`);
}

function whyNot(code: string, port: number, anyFree: string): string {
  const instead = `${anyFree} takes any that is free`;
  if (code === 'EADDRINUSE')
    return `expected a port that is free, and another program uses this one: ${instead}`;
  if (code === 'EACCES' && port < 1024)
    return `expected a port that you may use, which are those from 1024 on: ${instead}`;
  return `the page cannot be opened (${code}): ${instead}`;
}
