import t from 'tap';
import { seconds } from '../../host/core/units.ts';
import { processSeats } from '../../host/seats/process/process-seats.ts';
import { probeSandbox } from '../../host/seats/process/sandbox/probe-sandbox.ts';
import { triedLevels } from '../seats/sitting.ts';
import { seatContract } from './seat-contract.ts';
import type { Behaviour } from './seat-kind.ts';

const commands: Readonly<Record<Behaviour, string>> = {
  echo: 'echo on; exec cat',
  'moves-and-exits': 'echo on; read line; echo moved',
  'writes-much': `echo on; read line; head -c 200000 /dev/zero | tr '\\000' x; read line`,
  'waits-for-the-end': 'echo on; cat >/dev/null; echo end; sleep 1000',
  deaf: 'echo on; exec sleep 1000',
};

const strict = await probeSandbox('strict');
const levels = [
  ...triedLevels,
  { level: 'strict', skip: 'problem' in strict ? strict.problem : false },
] as const;

for (const { level, skip } of levels)
  t.test(`seats of processes on the level ${level}`, { skip }, async (t) => {
    seatContract(t, {
      name: level,
      open: (behaviours) => (requests, listenerOf) =>
        processSeats({
          sandbox: level,
          shell: '/bin/sh',
          cwd: undefined,
          graceNs: seconds(20),
          unreadCap: 2 ** 20,
          stderr: 'discard',
          commandFolder: undefined,
        })(
          requests.map((request) => ({ ...request, command: commands[behaviours[request.seat - 1]!] })),
          listenerOf,
        ),
      hasProcesses: true,
    });
  });
