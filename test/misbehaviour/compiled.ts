import { spawnSync } from 'node:child_process';
import { basename, join } from 'node:path';
import { findProgram } from '../../host/seats/process/processes/find-program.ts';

export const noCompiler = findProgram('cc') === undefined && 'no C compiler (cc)';

const binaries = new Set<string>();

/** The binary of a C program, made once in this folder. */
export function compiled(source: string, folder: string): string {
  const binary = join(folder, basename(source, '.c'));
  if (binaries.has(binary)) return binary;
  const { status, stderr } = spawnSync('cc', ['-O1', '-o', binary, source], { encoding: 'utf8' });
  if (status !== 0) throw new Error(stderr);
  binaries.add(binary);
  return binary;
}
