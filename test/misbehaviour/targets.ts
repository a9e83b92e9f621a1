import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chownSync, closeSync, constants, existsSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';
import type { Arena } from './arena.ts';

export interface Targets extends AsyncDisposable {
  /** What an attacker is told: where to look. */
  readonly facts: Readonly<Record<string, string>>;
  /** Connections and questions that reached us. */
  reached: number;
}

const MEMORY = '/dev/shm';
const [maker, remover, mkfifo = 'mkfifo'] = ['ipcmk', 'ipcrm', 'mkfifo'].map(findProgram);
export const noSegments = (!maker || !remover) && 'no ipcmk or ipcrm here';

/** What lies on the machine, and listens there. Its files are of the arena's user. */
export async function setUpTargets(name: string, { user: { uid }, bots }: Arena): Promise<Targets> {
  function connected(socket: Socket): void {
    targets.reached++;
    socket.on('error', () => {}).destroy();
  }
  const server = createServer(connected);
  const abstract = createServer(connected);
  const byPath = createServer(connected);
  const places = { SOCKET_BY_PATH: join(bots, `socket-${name}`), NAMED_PIPE: join(bots, `pipe-${name}`) };
  const names = createSocket('udp4', (_, asker) => {
    targets.reached++;
    names.send('!', asker.port, asker.address);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await once(abstract.listen(`\0${name}`), 'listening');
  await once(byPath.listen({ path: places.SOCKET_BY_PATH, writableAll: true }), 'listening');
  spawnSync(mkfifo, ['-m', '666', places.NAMED_PIPE]);
  const reader = openSync(places.NAMED_PIPE, constants.O_RDWR | constants.O_NONBLOCK);
  await once(names.bind(0, '127.0.0.1'), 'listening');
  if (existsSync(MEMORY)) {
    writeFileSync(join(MEMORY, name), 'token\n');
    chownSync(join(MEMORY, name), uid, uid);
  }
  const segment = makeSegment();
  const targets: Targets = {
    reached: 0,
    facts: {
      ...places,
      SERVER_PORT: String((server.address() as { port: number }).port),
      DATAGRAM_PORT: String(names.address().port),
      ABSTRACT_SOCKET: name,
      SHARED_FILE: name,
      SHARED_MEMORY: segment ?? '',
    },
    async [Symbol.asyncDispose]() {
      for (const each of [server, abstract, byPath, names]) each.close();
      closeSync(reader);
      rmSync(places.NAMED_PIPE);
      rmSync(join(MEMORY, name), { force: true });
      if (segment !== undefined) spawnSync(remover!, ['-m', segment]);
    },
  };
  return targets;
}

function makeSegment(): string | undefined {
  if (noSegments) return undefined;
  const { stdout } = spawnSync(maker!, ['-M', '64', '-p', '0644'], { encoding: 'utf8' });
  return /\d+/.exec(stdout)?.[0];
}
