import type { Gone } from '../../../match/seat.ts';

const why: Readonly<Record<number, string>> = {
  126: 'the shell could not execute it (status 126)',
  127: 'the shell found no such command (status 127)',
};

/** What is there outside may be hidden by `strict`: who cannot be started there is told so. */
export function withHidden(gone: Gone): Gone {
  const found = gone.code === null || gone.problem !== undefined ? undefined : why[gone.code];
  if (found === undefined) return gone;
  const hidden =
    'Under --sandbox strict a player sees the working directory and the programs of the system (/usr, /opt and the ' +
    'like); home folders and all else are hidden: --readable DIR shows a folder';
  return { ...gone, problem: `${found}. ${hidden}` };
}
