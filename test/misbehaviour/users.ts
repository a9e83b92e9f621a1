import { spawnSync } from 'node:child_process';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';

export interface User {
  readonly name: 'root' | 'user';
  readonly uid: number;
  /** What comes before a command, to run it as that user. */
  readonly before: readonly string[];
  readonly skip: string | false;
}

/** The honest player is written in it. As a path: in some of the tests it is not on the host's. */
export const bash = findProgram('bash');
const noBash = bash === undefined && 'there is no bash here, which runs the honest player';

const NOBODY = 65_534;
const isRoot = process.getuid?.() === 0;
const become = [
  findProgram('setpriv') ?? 'setpriv',
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  '--',
];

const [become0 = '', ...becomeRest] = become;
const canBecome = isRoot && spawnSync(become0, [...becomeRest, 'true']).status === 0;

export const root: User = {
  name: 'root',
  uid: 0,
  before: [],
  skip: noBash || (!isRoot && 'only root can try what root can do'),
};

/** Somebody without rights: whoever runs this, or nobody if that is root. */
export const plainUser: User = isRoot
  ? {
      name: 'user',
      uid: NOBODY,
      before: become,
      skip: noBash || (!canBecome && 'there is no setpriv that works here'),
    }
  : { name: 'user', uid: process.getuid?.() ?? NOBODY, before: [], skip: noBash };

export const users: readonly User[] = [root, plainUser];

export const whoTests: User = isRoot ? root : plainUser;
