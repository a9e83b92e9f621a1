import { spawnSync } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { chownSync, existsSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { findProgram } from '../../host/seats/processes/find-program.ts';

export interface Targets extends AsyncDisposable {
  /** What an attacker is told: where to look. */
  readonly facts: Readonly<Record<string, string>>;
  /** Connections and questions that reached us. */
  reached: number;
}

const MEMORY = '/dev/shm';
const [maker, remover] = ['ipcmk', 'ipcrm'].map(findProgram);
/** For `{ skip: … }`. */
export const noSegments = (!maker || !remover) && 'no ipcmk or ipcrm here';

/** What lies on the machine, and listens there. Its files are of that user. */
export async function setUpTargets(name: string, uid: number): Promise<Targets> {
  function connected(socket: Socket): void {
    targets.reached++;
    socket.on('error', () => {}).destroy();
  }
  const server = createServer(connected);
  const abstract = createServer(connected);
  const names = createSocket('udp4', (_, asker) => {
    targets.reached++;
    names.send('!', asker.port, asker.address);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  await once(abstract.listen(`\0${name}`), 'listening');
  await once(names.bind(0, '127.0.0.1'), 'listening');
  if (existsSync(MEMORY)) {
    writeFileSync(join(MEMORY, name), 'token\n');
    chownSync(join(MEMORY, name), uid, uid);
  }
  const segment = makeSegment();
  const targets: Targets = {
    reached: 0,
    facts: {
      SERVER_PORT: String((server.address() as { port: number }).port),
      DATAGRAM_PORT: String(names.address().port),
      ABSTRACT_SOCKET: name,
      SHARED_FILE: name,
      SHARED_MEMORY: segment ?? '',
    },
    async [Symbol.asyncDispose]() {
      for (const each of [server, abstract, names]) each.close();
      rmSync(join(MEMORY, name), { force: true });
      if (segment !== undefined) spawnSync(remover!, ['-m', segment]);
    },
  };
  return targets;
}

/** Of shared memory of System V's. */
function makeSegment(): string | undefined {
  if (noSegments) return undefined;
  const { stdout } = spawnSync(maker!, ['-M', '64', '-p', '0644'], { encoding: 'utf8' });
  return /\d+/.exec(stdout)?.[0];
}
